import { createBiquad, highShelf } from './biquad.ts'
import { type Effect, sampleBySample } from './effect.ts'

const turningPoint = 2000

/** Raises or lowers the upper half of what a voice has, in decibels. */
export function createBrightness(rate: number, decibels: number): Effect {
  if (decibels === 0) return sampleBySample(sample => sample)
  return createBiquad(highShelf(rate, Math.min(turningPoint, rate / 4), decibels))
}
