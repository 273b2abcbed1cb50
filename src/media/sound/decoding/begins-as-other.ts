import { readSync } from 'node:fs'

const magics: readonly (readonly number[])[] = [
  [0x52, 0x49, 0x46, 0x46],
  [0x66, 0x4c, 0x61, 0x43],
  [0x4f, 0x67, 0x67, 0x53],
  [0x1a, 0x45, 0xdf, 0xa3],
  [0x00, 0x00, 0x01, 0xba],
]

/** Whether an open file begins as something that is not mp4: wav, flac, ogg, webm, mpeg, or a frame of mp3 or aac. */
export function beginsAsOther(file: number): boolean {
  const head = readAt(file, afterTag(file))
  return magics.some(magic => magic.every((byte, place) => head[place] === byte)) || isFrame(head)
}

/** FFmpeg skips a tag of this kind before any format, so what is behind it counts. */
function afterTag(file: number): number {
  const head = readAt(file, 0)
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((head[place] ?? 0) & 127), 0)
  return 10 + size
}

function isFrame(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0
}

function readAt(file: number, at: number): Buffer {
  const head = Buffer.alloc(12)
  return head.subarray(0, readSync(file, head, 0, head.length, at))
}
