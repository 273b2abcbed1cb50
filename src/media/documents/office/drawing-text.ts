import type { PlainText } from '../plain-text.ts'
import { tableRow } from '../table-row.ts'
import { attribute, type XmlAttributes, type XmlHandler } from '../xml-events.ts'

// Page numbers, dates and the small picture of the slide on its notes page.
const furniture = new Set(['sldNum', 'dt', 'hdr', 'sldImg'])
const titles = new Set(['title', 'ctrTitle'])

/** Collects the text of the shapes and tables of a slide or diagram, however deep they are grouped; titles first. */
export class DrawingText implements XmlHandler {
  readonly #titles: string[] = []
  readonly #shapes: string[] = []
  readonly #budget: PlainText
  #lines: string[] = []
  #cells: string[] = []
  #cellLines: string[] | undefined
  #paragraph = ''
  #placeholder = ''
  #inText = false
  #skipDepth = 0

  /** `budget` counts what is collected here, on top of what has been written to it. */
  constructor(budget: PlainText) {
    this.#budget = budget
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'Fallback' || this.#skipDepth > 0) this.#skipDepth += 1
    else if (name === 'ph') this.#placeholder = attribute(attributes, 'type') ?? 'body'
    else if (name === 'tr') this.#cells = []
    else if (name === 'tc') this.#cellLines = []
    else if (name === 't') this.#inText = true
    else if (name === 'br') this.#paragraph += '\n'
  }

  close(name: string): void {
    if (this.#skipDepth > 0) this.#skipDepth -= 1
    else if (name === 't') this.#inText = false
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc') this.#endCell()
    else if (name === 'tr') this.#lines.push(tableRow(this.#cells))
    else if (name === 'sp' || name === 'graphicFrame') this.#endShape()
  }

  text(text: string): void {
    if (!this.#inText || this.#skipDepth > 0) return
    this.#budget.expect(text)
    this.#paragraph += text
  }

  toString(): string {
    this.#endShape()
    return [...this.#titles, ...this.#shapes].join('\n')
  }

  #endParagraph(): void {
    const lines = this.#cellLines ?? this.#lines
    lines.push(this.#paragraph)
    this.#paragraph = ''
  }

  #endCell(): void {
    this.#cells.push((this.#cellLines ?? []).join(' ').trim())
    this.#cellLines = undefined
  }

  #endShape(): void {
    const text = this.#lines.join('\n').trim()
    if (text !== '' && !furniture.has(this.#placeholder)) {
      const place = titles.has(this.#placeholder) ? this.#titles : this.#shapes
      place.push(text)
    }
    this.#lines = []
    this.#placeholder = ''
  }
}
