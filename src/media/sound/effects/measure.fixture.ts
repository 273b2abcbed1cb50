import type { Effect } from './effect.ts'
import { joined } from './effect.ts'

export function tone(frequency: number, seconds: number, rate: number, level = 0.5): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, n) => level * Math.sin((2 * Math.PI * frequency * n) / rate),
  )
}

/** Something like a vowel: a tone with overtones that fade. */
export function vowel(frequency: number, seconds: number, rate: number): Float32Array {
  const parts = [1, 2, 3, 4, 5, 6].map(n => tone(frequency * n, seconds, rate, 0.3 / n))
  return Float32Array.from(parts[0] ?? [], (_, n) => parts.reduce((sum, part) => sum + (part[n] ?? 0), 0))
}

/** All of it, in pieces of these lengths by turns. */
export function through(effect: Effect, samples: Float32Array, lengths: readonly number[] = [1000]): Float32Array {
  const pieces: Float32Array[] = []
  for (let at = 0, turn = 0; at < samples.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    pieces.push(effect.push(samples.subarray(at, at + length)))
    at += length
  }
  return joined([...pieces, effect.end()])
}

/** By autocorrelation, of the middle of the sound. */
export function pitchOf(samples: Float32Array, rate: number): number {
  const middle = samples.subarray(Math.floor(samples.length * 0.3), Math.floor(samples.length * 0.7))
  const likeness = (lag: number) => {
    let sum = 0
    for (let n = 0; n + lag < middle.length; n++) sum += (middle[n] ?? 0) * (middle[n + lag] ?? 0)
    return sum / (middle.length - lag)
  }
  let best = { lag: 1, score: Number.NEGATIVE_INFINITY }
  for (let lag = Math.floor(rate / 500); lag < rate / 60; lag++) {
    const score = likeness(lag)
    if (score > best.score * 1.02) best = { lag, score }
  }
  const [before, at, after] = [likeness(best.lag - 1), best.score, likeness(best.lag + 1)]
  return rate / (best.lag + (before - after) / (2 * (before - 2 * at + after)))
}

/** How strong one frequency is, as the level of a tone. */
export function levelAt(samples: Float32Array, frequency: number, rate: number): number {
  let [real, imaginary] = [0, 0]
  for (let n = 0; n < samples.length; n++) {
    const window = 1 - Math.cos((2 * Math.PI * n) / samples.length)
    real += (samples[n] ?? 0) * window * Math.cos((2 * Math.PI * frequency * n) / rate)
    imaginary += (samples[n] ?? 0) * window * Math.sin((2 * Math.PI * frequency * n) / rate)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}

export const peakOf = (samples: Float32Array) => samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)

export const powerOf = (samples: Float32Array) =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length

/** The largest step from one sample to the next: a click is a large one. */
export function largestStep(samples: Float32Array): number {
  return samples.reduce(
    (most, sample, n) => (n === 0 ? 0 : Math.max(most, Math.abs(sample - (samples[n - 1] ?? 0)))),
    0,
  )
}

export const decibels = (ratio: number) => 20 * Math.log10(ratio)
