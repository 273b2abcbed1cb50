import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sound } from '../../../core/sound.ts'
import { createResampler } from '../../../media/sound/effects/resample.ts'
import { floats, floatsOf, openSession } from '../../onnx/session.ts'
import { melShape, melWindows } from './mel.ts'

/** Tells voices apart: two sounds of one person give vectors that point the same way. */
export interface Listener {
  hear(sound: Sound): Promise<Float32Array>
  /** How the voices of the family sound, by their names. */
  readonly known: ReadonlyMap<string, Float32Array>
}

const rate = 16_000

export async function openListener(file: string): Promise<Listener> {
  const session = await openSession(file, { threads: 1 })
  const known = JSON.parse(readFileSync(join(dirname(file), 'kokoro-voices.json'), 'utf8')) as Record<string, string>
  return {
    async hear(sound) {
      const { windows, values } = melWindows(prepared(sound))
      const made = await session.run({ mel: floats(values, [windows, ...melShape]) })
      return meanDirection(floatsOf(made.embedding), windows)
    },
    known: new Map(
      Object.entries(known).map(([name, text]) => [name, unit(Float32Array.from(Buffer.from(text, 'base64')))]),
    ),
  }
}

export function likeness(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(likeness(vector, vector)) || 1
  return vector.map(value => value / length)
}

function meanDirection(vectors: Float32Array, count: number): Float32Array {
  const size = vectors.length / count
  const sum = new Float32Array(size)
  for (let i = 0; i < vectors.length; i++) sum[i % size] = (sum[i % size] ?? 0) + (vectors[i] ?? 0)
  return unit(sum)
}

const [frame, reach] = [480, 4]
const usual = 0.05

/** At the listener's rate and always as loud, because it hears loudness as part of the voice; without the silences. */
function prepared({ samples, rate: own }: Sound): Float32Array {
  const resampler = createResampler(own, rate)
  const whole = concatenated([resampler.push(samples), resampler.end()])
  const strengths: number[] = []
  for (let at = 0; at + frame <= whole.length; at += frame) strengths.push(strength(whole.subarray(at, at + frame)))
  const loudest = Math.max(...strengths, 1e-6)
  const isSpoken = (i: number) =>
    strengths.slice(Math.max(0, i - reach), i + reach).filter(value => value > loudest / 100).length >= reach / 2
  const spoken = concatenated(
    strengths.flatMap((_, i) => (isSpoken(i) ? [whole.subarray(i * frame, (i + 1) * frame)] : [])),
  )
  const gain = usual / (strength(spoken) || 1)
  return spoken.map(sample => sample * gain)
}

function strength(samples: Float32Array): number {
  return Math.sqrt(likeness(samples, samples) / (samples.length || 1))
}

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
