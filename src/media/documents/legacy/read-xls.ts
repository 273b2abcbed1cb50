import { TextDecoder } from 'node:util'
import { DocumentError, encryptedDocument } from '../document-error.ts'
import type { ExtractLimits } from '../limits.ts'
import { builtInFormat, formatNumber, type NumberFormat, parseFormat } from '../office/number-format.ts'
import { PlainText, tidied } from '../plain-text.ts'
import { knownEncoding } from '../text/encoding.ts'
import { type BiffRecord, biffRecords } from './biff-records.ts'
import { biffString, sharedStrings } from './biff-strings.ts'
import { readSheet } from './xls-sheet.ts'

export interface XlsWorkbook {
  strings: string[]
  number(value: number, style: number): string
  text(record: BiffRecord, from: number, lengthBytes: 1 | 2): string
}

const BIFF8 = 0x0600

const records = {
  start: 0x0809,
  end: 0x000a,
  encryption: 0x002f,
  epoch: 0x0022,
  codePage: 0x0042,
  sheet: 0x0085,
  sharedStrings: 0x00fc,
  numberFormat: 0x041e,
  cellStyle: 0x00e0,
}

/** Every sheet of an Excel 5–2003 workbook under its name, one line for each row. */
export function readXls(stream: Buffer, limits: ExtractLimits): string {
  const sheets: { name: string; at: number }[] = []
  const written = new Map<number, NumberFormat>()
  const formats: number[] = []
  let epoch1904 = false
  let version = 0
  let decoder = new TextDecoder('windows-1252')

  const workbook: XlsWorkbook = {
    strings: [],
    number(value, style) {
      const id = formats[style] ?? 0
      return formatNumber(value, written.get(id) ?? builtInFormat(id), epoch1904)
    },
    text(record, from, lengthBytes) {
      if (version === BIFF8) return biffString(record, from, lengthBytes)
      const start = from + lengthBytes
      return decoder.decode(record.data.subarray(start, start + record.data.readUIntLE(from, lengthBytes)))
    },
  }

  for (const record of biffRecords(stream, 0)) {
    const { type, data } = record
    if (type === records.end) break
    if (type === records.encryption) throw encryptedDocument()
    if (type === records.start) version = data.readUInt16LE(0)
    if (type === records.epoch) epoch1904 = data.readUInt16LE(0) === 1
    if (type === records.codePage) decoder = new TextDecoder(codePage(data.readUInt16LE(0)))
    if (type === records.sheet) sheets.push({ name: workbook.text(record, 6, 1), at: data.readUInt32LE(0) })
    if (type === records.sharedStrings) workbook.strings = sharedStrings(record)
    if (type === records.cellStyle) formats.push(data.readUInt16LE(2))
    if (type === records.numberFormat) {
      const code = workbook.text(record, 2, version === BIFF8 ? 2 : 1)
      written.set(data.readUInt16LE(0), parseFormat(code))
    }
  }
  if (sheets.length > limits.pages) {
    throw new DocumentError(`The workbook has ${sheets.length} sheets; at most ${limits.pages} are accepted.`, 'limit')
  }
  const text = new PlainText(limits.outputBytes)
  for (const { name, at } of sheets) {
    const rows = readSheet(stream, at, workbook, text)
    if (rows !== '') text.write(`Sheet: ${name}\n${rows}\n`)
  }
  return tidied(text.toString())
}

function codePage(number: number): string {
  const special: Record<number, string> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    10000: 'macintosh',
  }
  return knownEncoding(special[number] ?? `windows-${number}`) ?? 'windows-1252'
}
