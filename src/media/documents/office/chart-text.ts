import type { PlainText } from '../plain-text.ts'
import { tableRow } from '../table-row.ts'
import type { XmlHandler } from '../xml-events.ts'

interface Series {
  name: string[]
  categories: string[]
  values: string[]
}

/** The titles of a chart and the numbers it was drawn from, as a small table. */
export class ChartText implements XmlHandler {
  readonly #budget: PlainText
  readonly #titles: string[] = []
  readonly #series: Series[] = []
  #into: string[] | undefined
  #piece = ''
  #inPiece = false

  constructor(budget: PlainText) {
    this.#budget = budget
  }

  open(name: string): void {
    const series = this.#series.at(-1)
    if (name === 'ser') this.#series.push({ name: [], categories: [], values: [] })
    else if (name === 'tx') this.#into = series?.name
    else if (name === 'cat' || name === 'xVal') this.#into = series?.categories
    else if (name === 'val' || name === 'yVal') this.#into = series?.values
    else if (name === 'v' || name === 't') this.#inPiece = true
  }

  close(name: string): void {
    if (name === 'v') this.#into?.push(this.#piece)
    else if (name === 'p') this.#titles.push(this.#piece)
    if (name === 'v' || name === 'p') this.#piece = ''
    if (name === 'v' || name === 't') this.#inPiece = false
    if (name === 'tx' || name === 'cat' || name === 'val' || name === 'xVal' || name === 'yVal') this.#into = undefined
  }

  text(text: string): void {
    if (!this.#inPiece) return
    this.#budget.expect(text)
    this.#piece += text
  }

  toString(): string {
    const titles = this.#titles.filter(title => title.trim() !== '')
    const rows = this.#series.map(({ name, values }) => tableRow([name.join(' '), ...values]))
    const categories = this.#series[0]?.categories ?? []
    if (categories.length > 0) rows.unshift(tableRow(['', ...categories]))
    return [...titles, ...rows].join('\n')
  }
}
