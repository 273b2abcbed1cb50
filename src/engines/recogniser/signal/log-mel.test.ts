import { describe, expect, it } from 'vitest'
import { createFourier } from './fourier.ts'
import { createLogMel, melBands } from './log-mel.ts'

describe('the spectrum', () => {
  it.each([8, 25, 60, 400])('of %i numbers is the sum that defines it', size => {
    const real = Float64Array.from({ length: size }, (_, i) => Math.sin(i * 1.3) + (i % 3))
    const imaginary = Float64Array.from({ length: size }, (_, i) => Math.cos(i * 0.7))
    const expected = Array.from({ length: size }, (_, k) => {
      let sum = 0
      for (let i = 0; i < size; i++) {
        const angle = (-2 * Math.PI * i * k) / size
        sum += (real[i] ?? 0) * Math.cos(angle) - (imaginary[i] ?? 0) * Math.sin(angle)
      }
      return sum
    })
    createFourier(size)(real, imaginary)
    for (const [k, value] of real.entries()) expect(value).toBeCloseTo(expected[k] ?? Number.NaN, 6)
  })
})

describe('the picture of a sound', () => {
  const picture = createLogMel()
  const tone = (hertz: number) =>
    Float32Array.from({ length: 16_000 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / 16_000))
  const loudestBand = (samples: Float32Array) => {
    const values = picture(samples, 100)
    const bands = Array.from({ length: melBands }, (_, band) => values[band * 100 + 50] ?? 0)
    return bands.indexOf(Math.max(...bands))
  }

  it('is highest where the tone is', () => {
    // 400 Hz is the tenth of the bands, which are 37.6 Hz apart at the bottom; 4000 Hz lies far up.
    expect(loudestBand(tone(400))).toBe(10)
    expect(loudestBand(tone(4000))).toBeGreaterThan(55)
  })

  it('is the same for a frame whether it is the first or the second of a pair', () => {
    const samples = Float32Array.from({ length: 16_000 }, (_, i) => Math.sin(i * i * 1e-4) * 0.3)
    const later = new Float32Array(16_160)
    later.set(samples, 160)
    const [first, second] = [picture(samples, 100), picture(later, 101)]
    for (let band = 0; band < melBands; band++) {
      expect(first[band * 100 + 40]).toBeCloseTo(second[band * 101 + 41] ?? Number.NaN, 4)
    }
  })

  it('is flat in silence, and reaches no further than 8 below the loudest', () => {
    expect(new Set(picture(new Float32Array(1600), 20)).size).toBe(1)
    const values = picture(tone(1000), 100)
    expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(2.0001)
  })
})
