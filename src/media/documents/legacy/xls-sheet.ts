import type { PlainText } from '../plain-text.ts'
import { type BiffRecord, biffRecords } from './biff-records.ts'
import type { XlsWorkbook } from './read-xls.ts'
import { SheetRows } from './sheet-rows.ts'

const records = {
  start: 0x0809,
  end: 0x000a,
  sharedText: 0x00fd,
  text: 0x0204,
  richText: 0x00d6,
  number: 0x0203,
  packed: 0x027e,
  manyPacked: 0x00bd,
  booleanOrError: 0x0205,
  formula: 0x0006,
  formulaText: 0x0207,
}

const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

/** The cells of the sheet that begins at this place. Formulas show the values that were last computed. */
export function readSheet(stream: Buffer, at: number, workbook: XlsWorkbook, budget: PlainText): string {
  const rows = new SheetRows()
  const put = (row: number, column: number, text: string) => {
    budget.expect(text)
    rows.set(row, column, text)
  }
  let depth = 0
  let formula: BiffRecord | undefined
  for (const record of biffRecords(stream, at)) {
    if (record.type === records.start) depth += 1
    else if (record.type === records.end) depth -= 1
    if (depth <= 0) break
    // A chart inside the sheet is a stream of its own.
    if (depth > 1) continue
    // A formula whose value is text has it in a record that follows.
    if (record.type === records.formula) formula = record
    if (record.type === records.formulaText && formula !== undefined) {
      put(rowOf(formula), columnOf(formula), workbook.text(record, 0, 2))
    } else if (record.type === records.manyPacked) {
      for (const { column, text } of packedNumbers(record, workbook)) put(rowOf(record), column, text)
    } else {
      const text = cellText(record, workbook)
      if (text !== undefined) put(rowOf(record), columnOf(record), text)
    }
  }
  return rows.toString()
}

function rowOf({ data }: BiffRecord): number {
  return data.readUInt16LE(0)
}

function columnOf({ data }: BiffRecord): number {
  return data.readUInt16LE(2)
}

function cellText(record: BiffRecord, workbook: XlsWorkbook): string | undefined {
  const { data } = record
  switch (record.type) {
    case records.sharedText:
      return workbook.strings[data.readUInt32LE(6)]
    case records.text:
    case records.richText:
      return workbook.text(record, 6, 2)
    case records.number:
      return workbook.number(data.readDoubleLE(6), data.readUInt16LE(4))
    case records.packed:
      return workbook.number(packedNumber(data.readInt32LE(6)), data.readUInt16LE(4))
    case records.booleanOrError:
      return booleanOrError(data[6], data[7] === 1)
    case records.formula:
      if (data.readUInt16LE(12) !== 0xffff) return workbook.number(data.readDoubleLE(6), data.readUInt16LE(4))
      return data[6] === 1 || data[6] === 2 ? booleanOrError(data[8], data[6] === 2) : undefined
    default:
      return undefined
  }
}

function* packedNumbers({ data }: BiffRecord, workbook: XlsWorkbook) {
  let column = data.readUInt16LE(2)
  for (let from = 4; from + 6 <= data.length - 2; from += 6) {
    const value = packedNumber(data.readInt32LE(from + 2))
    yield { column, text: workbook.number(value, data.readUInt16LE(from)) }
    column += 1
  }
}

function booleanOrError(value: number | undefined, isError: boolean): string {
  if (isError) return errors[value ?? 0] ?? '#ERROR!'
  return value === 1 ? 'TRUE' : 'FALSE'
}

/** Thirty bits of a double or a whole number, perhaps in hundredths. */
function packedNumber(packed: number): number {
  let value: number
  if ((packed & 2) !== 0) value = packed >> 2
  else {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32LE(packed & ~3, 4)
    value = bytes.readDoubleLE(0)
  }
  return (packed & 1) !== 0 ? value / 100 : value
}
