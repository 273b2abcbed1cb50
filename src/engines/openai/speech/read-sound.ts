import type { Sound } from '../../../core/sound.ts'
import { wavLayout } from './wav-layout.ts'

/** What OpenAI's servers give when nobody says otherwise. */
const usualRate = 24_000
const longestHeader = 64 * 1024

/** How samples lie in bytes. */
export interface Layout {
  readonly rate: number
  readonly channels: number
  readonly kind: 'int16' | 'float32'
}

/** Sound out of a stream of wav, or of bare samples, as it arrives; chunks may end within a sample. */
export async function* readSound(chunks: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<Sound> {
  let waiting: Buffer = Buffer.alloc(0)
  let layout: Layout | undefined
  for await (const chunk of chunks) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    if (!layout) {
      const found = findLayout(waiting, contentType)
      if (!found) continue
      layout = found.layout
      waiting = waiting.subarray(found.start)
    }
    const frame = layout.channels * (layout.kind === 'int16' ? 2 : 4)
    const whole = waiting.length - (waiting.length % frame)
    if (whole > 0) yield { samples: monoOf(waiting.subarray(0, whole), layout), rate: layout.rate }
    waiting = waiting.subarray(whole)
  }
  if (!layout) throw new Error('the sound has no beginning')
}

function findLayout(head: Buffer, contentType: string): { layout: Layout; start: number } | undefined {
  if (head.length < 4) return undefined
  if (head.toString('latin1', 0, 4) === 'RIFF') {
    const found = wavLayout(head)
    if (!found && head.length > longestHeader) throw new Error('the wav has no samples within 64 KB')
    return found
  }
  const rate = Number(/rate=(\d{4,6})/.exec(contentType)?.[1] ?? usualRate)
  return { layout: { rate, channels: 1, kind: 'int16' }, start: 0 }
}

function monoOf(bytes: Buffer, { channels, kind }: Layout): Float32Array {
  const size = kind === 'int16' ? 2 : 4
  const samples = new Float32Array(bytes.length / size / channels)
  for (let n = 0; n < samples.length; n++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) {
      const at = (n * channels + channel) * size
      sum += kind === 'int16' ? bytes.readInt16LE(at) / 32_768 : bytes.readFloatLE(at)
    }
    samples[n] = sum / channels
  }
  return samples
}
