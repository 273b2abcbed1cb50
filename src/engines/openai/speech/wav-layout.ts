import type { Layout } from './read-sound.ts'

const pcm = 1
const float = 3
const extensible = 0xfffe

/** What the head of a wav says, and where its samples begin; undefined while there is not enough of it. */
export function wavLayout(head: Buffer): { layout: Layout; start: number } | undefined {
  let layout: Layout | undefined
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4)
    const size = head.readUInt32LE(at + 4)
    const start = at + 8
    if (name === 'data') {
      if (!layout) throw new Error('the wav does not say what its samples are')
      return { layout, start }
    }
    if (name === 'fmt ') {
      if (start + Math.min(size, 26) > head.length) return undefined
      layout = readFormat(head.subarray(start, start + size))
    }
    at = start + size + (size % 2)
  }
  return undefined
}

function readFormat(format: Buffer): Layout {
  const tag = format.readUInt16LE(0)
  const code = tag === extensible && format.length >= 26 ? format.readUInt16LE(24) : tag
  const [channels, rate, bits] = [format.readUInt16LE(2), format.readUInt32LE(4), format.readUInt16LE(14)]
  const isKnown = (code === pcm && bits === 16) || (code === float && bits === 32)
  if (!isKnown || channels < 1 || channels > 8 || rate < 8000 || rate > 192_000) {
    throw new Error(`the wav has samples of ${bits} bits, ${channels} channels, ${rate} Hz, which are not read here`)
  }
  return { rate, channels, kind: bits === 16 ? 'int16' : 'float32' }
}
