import { join } from 'node:path'
import type { Sound } from '../../../core/sound.ts'
import { joined } from '../../../media/sound/effects/effect.ts'
import { createResampler } from '../../../media/sound/effects/resample.ts'
import { floats, floatsOf, openSession } from '../../onnx/session.ts'
import { logMel, logMelBands } from './log-mel.ts'
import { melShape, melWindows } from './mel.ts'

/** Tells voices apart: two sounds of one person give vectors that point the same way. */
export interface Listener {
  /** What both networks heard, one after the other, see `ears`. */
  hear(sound: Sound): Promise<Float32Array>
}

const rate = 16_000

/**
 * How many numbers each network gives, and its share in the likeness. Two of different kinds are harder to please with
 * what is no likeness than one. The shares make up for how far apart each puts the same and another person.
 */
export const ears = {
  speakerEncoder: { from: 0, to: 256, share: 0.486 },
  campplus: { from: 256, to: 448, share: 0.514 },
} as const

/** The folder holds both networks. */
export async function openListener(folder: string): Promise<Listener> {
  const [first, second] = [
    await openSession(join(folder, 'speaker-encoder.onnx'), { threads: 1 }),
    await openSession(join(folder, 'campplus.onnx'), { threads: 1 }),
  ]
  return {
    async hear(sound) {
      const spoken = prepared(sound)
      const { windows, values } = melWindows(spoken)
      const one = await first.run({ mel: floats(values, [windows, ...melShape]) })
      const bands = logMel(spoken)
      const other = await second.run({ fbank: floats(bands.values, [1, bands.frames, logMelBands]) })
      return heard(meanOf(floatsOf(one.embedding), windows), floatsOf(other.embedding))
    },
  }
}

/** One vector of what both heard. */
export function heard(one: Float32Array, other: Float32Array): Float32Array {
  const scaled = (vector: Float32Array, share: number) => unit(vector).map(value => value * Math.sqrt(share))
  return joined([scaled(one, ears.speakerEncoder.share), scaled(other, ears.campplus.share)])
}

/** From 0 to 1: one person comes out at about 0.87, two at about 0.42. */
export function likeness(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
}

/** As one of the networks alone has it. */
export function likenessBy(ear: keyof typeof ears, a: Float32Array, b: Float32Array): number {
  const { from, to, share } = ears[ear]
  return likeness(a.subarray(from, to), b.subarray(from, to)) / share
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(likeness(vector, vector)) || 1
  return vector.map(value => value / length)
}

function meanOf(vectors: Float32Array, count: number): Float32Array {
  const size = vectors.length / count
  const sum = new Float32Array(size)
  for (let i = 0; i < vectors.length; i++) sum[i % size] = (sum[i % size] ?? 0) + (vectors[i] ?? 0)
  return sum
}

const [frame, reach] = [480, 4]
const usual = 0.05

/** At the listener's rate and always as loud, because it hears loudness as part of the voice; without the silences. */
function prepared({ samples, rate: own }: Sound): Float32Array {
  const resampler = createResampler(own, rate)
  const whole = joined([resampler.push(samples), resampler.end()])
  const strengths: number[] = []
  for (let at = 0; at + frame <= whole.length; at += frame) strengths.push(strength(whole.subarray(at, at + frame)))
  const loudest = Math.max(...strengths, 1e-6)
  const isSpoken = (i: number) =>
    strengths.slice(Math.max(0, i - reach), i + reach).filter(value => value > loudest / 100).length >= reach / 2
  const spoken = joined(strengths.flatMap((_, i) => (isSpoken(i) ? [whole.subarray(i * frame, (i + 1) * frame)] : [])))
  const gain = usual / (strength(spoken) || 1)
  return spoken.map(sample => sample * gain)
}

function strength(samples: Float32Array): number {
  return Math.sqrt(likeness(samples, samples) / (samples.length || 1))
}
