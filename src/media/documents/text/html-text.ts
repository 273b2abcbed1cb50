import { PlainText } from '../plain-text.ts'

// Elements whose text is not meant for reading, or is shown only where something else can't be.
const unread = new Set('script style template noscript iframe object svg canvas audio video'.split(' '))
const paragraphs = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre section article header footer main aside figure hr title'.split(
    ' ',
  ),
)
const lines = new Set(
  'div li dt dd tr caption figcaption address form fieldset legend option summary details'.split(' '),
)

/** Lays out the text of a page as it streams by: line breaks at blocks, tabs between cells, marks before list items. */
export class HtmlText {
  navigationNeverEnded = false
  readonly #text: PlainText
  readonly #unread: ReadonlySet<string>
  readonly #lists: number[] = []
  #unreadDepth = 0
  #preDepth = 0
  #cellDepth = 0
  #cellsInRow = 0
  #cellHasText = false
  // What goes before the next piece of text: a break or a space, then the tabs of empty cells, then a list mark.
  #gap = ''
  #tabs = 0
  #mark = ''

  constructor(limitBytes: number, options: { dropNavigation: boolean }) {
    this.#text = new PlainText(limitBytes)
    this.#unread = options.dropNavigation ? new Set([...unread, 'nav']) : unread
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#unread.has(name)) this.#unreadDepth += 1
    if (this.#unreadDepth > 0) return
    this.#break(name)
    if (name === 'br') this.#gap = this.#gap.startsWith('\n') ? '\n\n' : '\n'
    if (name === 'pre') this.#preDepth += 1
    if (name === 'ul') this.#lists.push(Number.NaN)
    if (name === 'ol') this.#lists.push(Number.parseInt(attributes.start ?? '1', 10) || 1)
    if (name === 'li') this.#startItem()
    if (name === 'tr') this.#startRow()
    if (name === 'td' || name === 'th') this.#startCell()
  }

  close(name: string, isImplied: boolean): void {
    if (this.#unread.has(name)) {
      if (name === 'nav' && isImplied) this.navigationNeverEnded = true
      this.#unreadDepth -= 1
      return
    }
    if (this.#unreadDepth > 0) return
    if (name === 'pre') this.#preDepth -= 1
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (name === 'td' || name === 'th') this.#endCell()
    else this.#break(name)
  }

  write(text: string): void {
    if (this.#unreadDepth > 0) return
    if (this.#preDepth > 0) {
      this.#put(text)
      return
    }
    const collapsed = text.replace(/[ \t\r\n\f]+/g, ' ')
    const words = collapsed.replace(/^ | $/g, '')
    if (collapsed.startsWith(' ')) this.#space()
    if (words === '') return
    this.#put(words)
    if (collapsed.endsWith(' ')) this.#space()
  }

  toString(): string {
    return this.#text.toString()
  }

  #startItem(): void {
    const number = this.#lists.at(-1) ?? Number.NaN
    this.#mark = '  '.repeat(Math.min(Math.max(this.#lists.length - 1, 0), 8))
    this.#mark += Number.isNaN(number) ? '- ' : `${number}. `
    if (this.#lists.length > 0) this.#lists[this.#lists.length - 1] = number + 1
  }

  #startRow(): void {
    this.#cellsInRow = 0
    this.#tabs = 0
  }

  #startCell(): void {
    if (this.#cellsInRow > 0) this.#tabs += 1
    this.#cellsInRow += 1
    this.#cellDepth += 1
    this.#cellHasText = false
  }

  #endCell(): void {
    this.#cellDepth -= 1
    // A paragraph asks for an empty line after it, which would tear the row apart.
    if (this.#cellHasText) this.#gap = ''
  }

  #break(name: string): void {
    const isParagraph = paragraphs.has(name)
    if (!isParagraph && !lines.has(name)) return
    if (this.#cellDepth > 0 && !this.#cellHasText) return
    const isNestedList = this.#lists.length > 0 && (name === 'ul' || name === 'ol')
    if (isParagraph && !isNestedList) this.#gap = '\n\n'
    else if (this.#gap !== '\n\n') this.#gap = '\n'
  }

  #space(): void {
    if (this.#gap === '' && this.#mark === '') this.#gap = ' '
  }

  #put(text: string): void {
    if (!this.#text.isEmpty) this.#text.write(this.#gap)
    this.#text.write('\t'.repeat(this.#tabs) + this.#mark + text)
    this.#gap = ''
    this.#tabs = 0
    this.#mark = ''
    this.#cellHasText = true
  }
}
