import type { PlainText } from '../plain-text.ts'
import { tableRow } from '../table-row.ts'
import { attribute, type XmlAttributes, type XmlHandler } from '../xml-events.ts'
import type { WordNotes } from './word-notes.ts'
import { levelIndex, valueAttribute, type WordNumbering } from './word-numbering.ts'

/** A place that holds paragraphs: the body, a table cell, a text box. */
interface Story {
  lines: string[]
  paragraph: string
  /** Text boxes are anchored inside a paragraph; their text follows it. */
  boxes: string[]
  row: string[]
  runDepth: number
  list: string | undefined
  level: number | undefined
  style: string | undefined
}

// A cell with this much text is a layout, not a value: its row is shown as paragraphs.
const LAYOUT_CELL_CHARACTERS = 400

// Moved text stands at its new place too; a fallback repeats, for old readers, the choice before it; rt says how to
// pronounce the characters that follow.
const skipped = new Set(['Fallback', 'moveFrom', 'del', 'rt'])

/** Turns WordprocessingML into lines of text as it streams by. */
export class WordText implements XmlHandler {
  readonly #text: PlainText
  readonly #numbering: WordNumbering
  readonly #notes: WordNotes
  readonly #stories: Story[] = [newStory()]
  #skipDepth = 0
  #inText = false
  #inProperties = false
  /** The mark of the note that is being read; empty for one that nothing refers to. */
  #note: string | undefined

  constructor(text: PlainText, numbering: WordNumbering, notes: WordNotes) {
    this.#text = text
    this.#numbering = numbering
    this.#notes = notes
  }

  open(name: string, attributes: XmlAttributes): void {
    if (skipped.has(name) || this.#skipDepth > 0) {
      this.#skipDepth += 1
      return
    }
    const story = this.#story
    if (name === 't') this.#inText = true
    else if (name === 'r') story.runDepth += 1
    else if (name === 'p') this.#startParagraph()
    else if (name === 'pPr') this.#inProperties = true
    else if (name === 'tr') story.row = []
    else if (name === 'tc' || name === 'txbxContent') this.#stories.push(newStory())
    else if (name === 'footnote' || name === 'endnote')
      this.#note = this.#notes.markOf(name, attribute(attributes, 'id') ?? '') ?? ''
    else if (this.#inProperties) this.#property(name, attributes)
    else if (story.runDepth > 0) this.#runContent(name, attributes)
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth -= 1
      return
    }
    const story = this.#story
    if (name === 't') this.#inText = false
    else if (name === 'r') story.runDepth -= 1
    else if (name === 'pPr') this.#endProperties()
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc') this.#endStory(cell => this.#story.row.push(cell))
    else if (name === 'txbxContent') this.#endStory(box => this.#story.boxes.push(box))
    else if (name === 'tr') this.#line(rowText(story.row))
    else if (name === 'tbl') this.#line('')
    else if (name === 'footnote' || name === 'endnote') this.#note = undefined
  }

  text(text: string): void {
    if (this.#inText && this.#skipDepth === 0 && this.#note !== '') this.#add(text)
  }

  get #story(): Story {
    return this.#stories.at(-1) ?? newStory()
  }

  #add(text: string): void {
    this.#text.expect(text)
    this.#story.paragraph += text
  }

  #startParagraph(): void {
    const story = this.#story
    story.paragraph = ''
    story.list = undefined
    story.level = undefined
    story.style = undefined
  }

  #property(name: string, attributes: XmlAttributes): void {
    const story = this.#story
    if (name === 'pStyle') story.style = valueAttribute(attributes)
    if (name === 'numId') story.list = valueAttribute(attributes)
    if (name === 'ilvl') story.level = levelIndex(valueAttribute(attributes))
  }

  #endProperties(): void {
    this.#inProperties = false
    const story = this.#story
    const fromStyle = this.#numbering.styles.get(story.style ?? '')
    const list = story.list ?? fromStyle?.list
    if (list !== undefined) this.#add(this.#numbering.next({ list, level: story.level ?? fromStyle?.level ?? 0 }))
  }

  #runContent(name: string, attributes: XmlAttributes): void {
    if (name === 'tab' || name === 'ptab') this.#add('\t')
    else if (name === 'br' || name === 'cr') this.#add('\n')
    else if (name === 'noBreakHyphen') this.#add('-')
    else if (name === 'footnoteRef' || name === 'endnoteRef') this.#add(this.#note ?? '')
    else if (name === 'footnoteReference') this.#add(this.#notes.refer('footnote', attribute(attributes, 'id') ?? ''))
    else if (name === 'endnoteReference') this.#add(this.#notes.refer('endnote', attribute(attributes, 'id') ?? ''))
  }

  #endParagraph(): void {
    const story = this.#story
    this.#line(story.paragraph)
    story.paragraph = ''
    for (const box of story.boxes.splice(0)) this.#line(box)
  }

  #endStory(deliver: (text: string) => void): void {
    const story = this.#stories.pop()
    if (story !== undefined) deliver(story.lines.join('\n').trim())
  }

  /** Lines of the body go out at once; those of a cell or a box wait until it ends. */
  #line(line: string): void {
    if (this.#stories.length === 1) this.#text.write(`${line}\n`)
    else this.#story.lines.push(line)
  }
}

function newStory(): Story {
  return {
    lines: [],
    paragraph: '',
    boxes: [],
    row: [],
    runDepth: 0,
    list: undefined,
    level: undefined,
    style: undefined,
  }
}

function rowText(cells: readonly string[]): string {
  const isLayout = cells.length === 1 || cells.some(cell => cell.length > LAYOUT_CELL_CHARACTERS)
  return isLayout ? cells.join('\n') : tableRow(cells.map(cell => cell.replace(/\s*\n\s*/g, ' ')))
}
