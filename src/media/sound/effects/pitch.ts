import { chain, type Effect, sampleBySample } from './effect.ts'
import { createResampler } from './resample.ts'
import { createTimeStretch } from './stretch.ts'

/** Higher or lower in semitones, at the same pace: made longer, then played faster. */
export function createPitchShift(rate: number, semitones: number): Effect {
  if (semitones === 0) return sampleBySample(sample => sample)
  // In whole hundredths, so that the resampler needs few kernels.
  const factor = Math.round(100 * 2 ** (semitones / 12)) / 100
  return chain([createTimeStretch(rate, 1 / factor), createResampler(Math.round(factor * 100), 100)])
}
