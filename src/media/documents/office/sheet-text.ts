import type { PlainText } from '../plain-text.ts'
import { placeCell, tableRow } from '../table-row.ts'
import { attribute, type XmlAttributes, type XmlHandler } from '../xml-events.ts'
import { formatNumber, type NumberFormat } from './number-format.ts'

export interface Workbook {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  epoch1904: boolean
}

/** Turns the cells of a sheet into rows of text. Formulas show the values that were last computed. */
export class SheetText implements XmlHandler {
  readonly #text: PlainText
  readonly #workbook: Workbook
  #row: string[] = []
  #type = 'n'
  #style = 0
  #column = 0
  #value = ''
  #inValue = false
  #inPhonetic = false

  constructor(text: PlainText, workbook: Workbook) {
    this.#text = text
    this.#workbook = workbook
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') this.#row = []
    else if (name === 'c') this.#startCell(attributes)
    else if (name === 'v' || name === 't') this.#inValue = true
    else if (name === 'rPh') this.#inPhonetic = true
  }

  close(name: string): void {
    if (name === 'row') this.#endRow()
    else if (name === 'c') this.#endCell()
    else if (name === 'v' || name === 't') this.#inValue = false
    else if (name === 'rPh') this.#inPhonetic = false
  }

  text(text: string): void {
    if (!this.#inValue || this.#inPhonetic) return
    this.#text.expect(text)
    this.#value += text
  }

  #startCell(attributes: XmlAttributes): void {
    this.#type = attribute(attributes, 't') ?? 'n'
    this.#style = Number(attribute(attributes, 's') ?? 0)
    this.#column = columnIndex(attribute(attributes, 'r')) ?? this.#row.length
    this.#value = ''
  }

  #endCell(): void {
    const shown = this.#shown()
    if (shown !== '') placeCell(this.#row, this.#column, shown)
  }

  #endRow(): void {
    if (this.#row.length > 0) this.#text.write(`${tableRow(this.#row)}\n`)
  }

  #shown(): string {
    const value = this.#value
    if (this.#type === 's') return this.#workbook.strings[Number(value)] ?? ''
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (this.#type !== 'n') return value
    const number = Number(value)
    if (value.trim() === '' || Number.isNaN(number)) return value
    const format = this.#workbook.formats[this.#style]
    return format === undefined ? String(number) : formatNumber(number, format, this.#workbook.epoch1904)
  }
}

function columnIndex(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
