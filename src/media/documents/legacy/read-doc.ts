import { TextDecoder } from 'node:util'
import { DocumentError, encryptedDocument } from '../document-error.ts'
import type { ExtractLimits } from '../limits.ts'
import { PlainText, tidied } from '../plain-text.ts'
import { guessEncoding } from '../text/encoding.ts'
import type { OleContainer } from './ole-container.ts'

// Offsets in the block that begins the document stream.
const FLAGS = 0x0a
const TEXT_START = 0x18
const TEXT_END = 0x1c
const STORY_LENGTHS = 0x4c
const PIECE_TABLE = 0x1a2
const WORD_97 = 0xc1

/** The text of a Word 97–2003 document, put together from the pieces in which it was saved. */
export function readDoc(word: Buffer, container: OleContainer, limits: ExtractLimits): string {
  const flags = word.readUInt16LE(FLAGS)
  if ((flags & 0x0100) !== 0) throw encryptedDocument()
  const text = new PlainText(limits.outputBytes)
  if (word.readUInt16LE(2) < WORD_97) readUnicodeless(word, flags, text)
  else readPieces(word, container.stream((flags & 0x0200) !== 0 ? '1Table' : '0Table') ?? Buffer.alloc(0), text)
  return tidied(shown(text.toString()))
}

/** Word 6 and 95 keep their text in one stretch, in the code page of the machine that wrote it. */
function readUnicodeless(word: Buffer, flags: number, text: PlainText): void {
  if ((flags & 0x0004) !== 0) {
    throw new DocumentError('The document was saved in parts by Word 95 or older; save it as docx.', 'not-accepted')
  }
  const bytes = word.subarray(word.readUInt32LE(TEXT_START), word.readUInt32LE(TEXT_END))
  text.write(new TextDecoder(guessEncoding(bytes.subarray(0, 64 * 1024))).decode(bytes))
}

function readPieces(word: Buffer, table: Buffer, text: PlainText): void {
  const western = new TextDecoder('windows-1252')
  const comments = commentRange(word)
  for (const piece of piecesOf(word, table)) {
    // Comments are notes about the text, not part of it.
    if (piece.from >= comments.from && piece.to <= comments.to) continue
    const length = piece.to - piece.from
    const bytes = word.subarray(piece.offset, piece.offset + (piece.isWestern ? length : 2 * length))
    text.write(piece.isWestern ? western.decode(bytes) : bytes.toString('utf16le'))
  }
}

function* piecesOf(word: Buffer, table: Buffer) {
  const start = word.readUInt32LE(PIECE_TABLE)
  const end = start + word.readUInt32LE(PIECE_TABLE + 4)
  let at = start
  while (at < end && table[at] === 1) at += 3 + table.readUInt16LE(at + 1)
  if (table[at] !== 2) throw new DocumentError('The document is damaged: its text cannot be found.', 'damaged')
  const count = Math.floor((table.readUInt32LE(at + 1) - 4) / 12)
  const positions = at + 5
  const descriptors = positions + 4 * (count + 1)
  for (let index = 0; index < count; index += 1) {
    const place = table.readUInt32LE(descriptors + 8 * index + 2)
    const isWestern = (place & 0x40000000) !== 0
    yield {
      from: table.readUInt32LE(positions + 4 * index),
      to: table.readUInt32LE(positions + 4 * index + 4),
      isWestern,
      offset: isWestern ? (place & 0x3fffffff) / 2 : place & 0x3fffffff,
    }
  }
}

/** The stories follow one another: body, footnotes, headers, macros, comments, endnotes, text boxes. */
function commentRange(word: Buffer): { from: number; to: number } {
  const lengths = [0, 1, 2, 3, 4].map(story => word.readUInt32LE(STORY_LENGTHS + 4 * story))
  const [body = 0, footnotes = 0, headers = 0, macros = 0, comments = 0] = lengths
  const from = body + footnotes + headers + macros
  return { from, to: from + comments }
}

/** Marks inside the text: 13 to 14 is the instruction of a field, 14 to 15 its result, 07 ends a cell or a row. */
function shown(text: string): string {
  let out = ''
  // For each open field: are we still in its instruction?
  const fields: boolean[] = []
  let hidden = 0
  let from = 0
  const flush = (to: number) => {
    if (hidden === 0) out += text.slice(from, to)
    from = to + 1
  }
  for (const mark of text.matchAll(/[\u0013-\u0015]/g)) {
    flush(mark.index)
    if (mark[0] === '\u0013') {
      fields.push(true)
      hidden += 1
    } else if (fields.length > 0) {
      if (fields.at(-1) === true) hidden -= 1
      if (mark[0] === '\u0014') fields[fields.length - 1] = false
      else fields.pop()
    }
  }
  flush(text.length)
  return out
    .replace(/\u0007\u0007/g, '\n')
    .replaceAll('\u0007', '\t')
    .replaceAll('\u001e', '-')
}
