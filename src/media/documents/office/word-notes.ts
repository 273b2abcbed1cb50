import { numeral } from './numerals.ts'

/** Numbers footnotes and endnotes in the order in which the text refers to them. */
export class WordNotes {
  readonly #marks = new Map<string, string>()
  #footnotes = 0
  #endnotes = 0

  refer(kind: 'footnote' | 'endnote', id: string): string {
    const key = `${kind} ${id}`
    const known = this.#marks.get(key)
    if (known !== undefined) return known
    const mark = kind === 'footnote' ? String(++this.#footnotes) : numeral(++this.#endnotes, 'lowerRoman')
    this.#marks.set(key, `[${mark}]`)
    return `[${mark}]`
  }

  /** Notes that nothing refers to, such as separator lines, have no mark and are not shown. */
  markOf(kind: 'footnote' | 'endnote', id: string): string | undefined {
    return this.#marks.get(`${kind} ${id}`)
  }
}
