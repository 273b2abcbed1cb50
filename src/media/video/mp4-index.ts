import { readSync } from 'node:fs'

/** Boxes that ask for so many entries, and how far behind its name each says how many. */
const counters: readonly (readonly [name: string, offset: number])[] = [
  ['stsz', 12],
  ['stz2', 12],
  ['trun', 8],
  ['senc', 8],
]
const longest = 16
const pieceBytes = 1024 * 1024

/**
 * How many entries an mp4 asks a reader to keep in memory. A few bytes can ask for billions, and FFmpeg obeys: 20 million cost it
 * 1.4 GB. Boxes are found by name wherever they are, because FFmpeg takes them wherever they are.
 */
export function mp4IndexEntries(file: number, fileBytes: number): number {
  let entries = 0
  for (let at = 0; at < fileBytes; ) {
    const box = readBox(file, at, fileBytes)
    if (box.name !== 'mdat') entries += countIn(file, at, box.end)
    at = box.end
  }
  return entries
}

/** A size that makes no sense reaches to the end of the file. */
function readBox(file: number, at: number, fileBytes: number): { name: string; end: number } {
  const head = readAt(file, at, 16)
  if (head.length < 8) return { name: '', end: fileBytes }
  const short = head.readUInt32BE(0)
  const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short
  return { name: head.toString('latin1', 4, 8), end: size < 8 ? fileBytes : Math.min(at + size, fileBytes) }
}

function countIn(file: number, start: number, end: number): number {
  let entries = 0
  for (let at = start; at < end; at += pieceBytes) {
    // A box may begin in one piece and end in the next.
    const piece = readAt(file, at, Math.min(pieceBytes + longest, end - at))
    for (const [name, offset] of counters) {
      for (let found = piece.indexOf(name); found >= 0 && found < pieceBytes; found = piece.indexOf(name, found + 4)) {
        if (found + offset + 4 <= piece.length) entries += piece.readUInt32BE(found + offset)
      }
    }
    // A packed table of contents can hold anything; only QuickTime knows it.
    if (piece.includes('cmov')) return Number.POSITIVE_INFINITY
  }
  return entries
}

function readAt(file: number, at: number, bytes: number): Buffer {
  const piece = Buffer.alloc(bytes)
  return piece.subarray(0, readSync(file, piece, 0, bytes, at))
}
