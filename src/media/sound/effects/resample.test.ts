import { describe, expect, it } from 'vitest'
import { decibels, largestStep, levelAt, through, tone } from './measure.fixture.ts'
import { createResampler } from './resample.ts'

describe('a resampler', () => {
  it.each([
    [24_000, 8000],
    [24_000, 16_000],
    [24_000, 22_050],
    [24_000, 48_000],
    [44_100, 24_000],
    [16_000, 24_000],
    [24_000, 24_000],
  ])('keeps a tone from %d to %d: its length, pitch and level', (from, to) => {
    const output = through(createResampler(from, to), tone(1000, 1, from))
    expect(output).toHaveLength(to)
    const middle = output.subarray(to * 0.1, to * 0.9)
    expect(levelAt(middle, 1000, to)).toBeCloseTo(0.5, 2)
    expect(largestStep(middle)).toBeLessThan(0.5 * 2 * Math.sin((Math.PI * 1000) / to) * 1.02)
  })

  it('takes away what the lower rate can not hold, instead of folding it', () => {
    const output = through(createResampler(24_000, 8000), tone(5000, 1, 24_000))
    expect(decibels(levelAt(output.subarray(800, 7200), 3000, 8000) / 0.5)).toBeLessThan(-70)
  })

  it('makes the same of any pieces', () => {
    const sound = tone(440, 0.5, 24_000)
    const whole = through(createResampler(24_000, 22_050), sound, [sound.length])
    expect(through(createResampler(24_000, 22_050), sound, [1, 7, 333, 1000])).toEqual(whole)
  })

  it('makes nothing of nothing', () => {
    expect(createResampler(24_000, 8000).end()).toHaveLength(0)
  })
})
