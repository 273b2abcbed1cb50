import { describe, expect, it } from 'vitest'
import { joinAtSeam, overlap, softenEnd, softenStart } from './seam.ts'

const wave = (length: number, phase: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * 150 * (i + phase)) / 24_000))

/** The largest step from one sample to the next. */
const roughness = (samples: Float32Array) =>
  samples.reduce((most, sample, i) => Math.max(most, i === 0 ? 0 : Math.abs(sample - (samples[i - 1] ?? 0))), 0)

describe('a seam', () => {
  it('joins waves that are out of step without a step or a hole', () => {
    const before = wave(3000, 0)
    const tail = wave(overlap, 3000)
    const joined = joinAtSeam(tail, wave(4000, 71))
    const whole = Float32Array.from([...before, ...joined])
    expect(roughness(whole)).toBeLessThan(1.3 * roughness(before))
    const loudest = (from: number) => Math.max(...whole.slice(from, from + 160))
    for (let from = 2500; from < 4500; from += 160) expect(loudest(from)).toBeGreaterThan(0.9)
  })

  it('rises from nothing and falls to nothing', () => {
    const samples = new Float32Array(1000).fill(0.5)
    expect(softenStart(samples)[0]).toBe(0)
    expect(softenEnd(samples).at(-1)).toBe(0)
    expect(softenEnd(softenStart(samples))[500]).toBe(0.5)
  })
})
