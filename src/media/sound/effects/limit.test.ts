import { describe, expect, it } from 'vitest'
import { createLimiter } from './limit.ts'
import { decibels, levelAt, peakOf, through, tone } from './measure.fixture.ts'

const rate = 24_000

describe('a limiter', () => {
  it('lets nothing above its ceiling, and does not cut', () => {
    const loud = tone(200, 1, rate, 1.9)
    const output = through(createLimiter(rate), loud)
    expect(output).toHaveLength(loud.length)
    expect(peakOf(output)).toBeLessThanOrEqual(0.9701)
    expect(peakOf(output)).toBeGreaterThan(0.9)
    // Cutting would leave a third harmonic of some −12 dB.
    const middle = output.subarray(6000, 18_000)
    expect(decibels(levelAt(middle, 600, rate) / levelAt(middle, 200, rate))).toBeLessThan(-45)
  })

  it('holds for a single peak in silence, and for the very first and last sample', () => {
    for (const at of [0, 500, 999]) {
      const sound = new Float32Array(1000)
      sound[at] = 3
      const output = through(createLimiter(rate), sound, [64])
      expect(output).toHaveLength(1000)
      expect(peakOf(output)).toBeLessThanOrEqual(0.9701)
      expect(output[at]).toBeGreaterThan(0.5)
    }
  })

  it('leaves alone what is below', () => {
    const quiet = tone(200, 0.2, rate, 0.9)
    expect(through(createLimiter(rate), quiet)).toEqual(quiet)
  })

  it('makes the same of any pieces', () => {
    const loud = tone(200, 0.2, rate, 1.5)
    expect(through(createLimiter(rate), loud, [1, 17, 400])).toEqual(through(createLimiter(rate), loud, [5000]))
  })
})
