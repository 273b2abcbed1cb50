import { describe, expect, it } from 'vitest'
import { normaliseLoudness } from './loudness.ts'
import { isSilent } from './silence.ts'
import { tightenTimes } from './tighten.ts'

const rate = 16_000
/** Two seconds with sound from 0.5 to 1 and from 1.4 to 1.8. */
const samples = Float32Array.from({ length: 2 * rate }, (_, i) => {
  const time = i / rate
  return (time > 0.5 && time < 1) || (time > 1.4 && time < 1.8) ? Math.sin(i * 0.4) * 0.3 : 0
})

describe('times of words', () => {
  it('leave out the silence at the edges', () => {
    const [first, second] = tightenTimes(
      [
        { word: 'one', start: 0, end: 1.2 },
        { word: ' two', start: 1.2, end: 2 },
      ],
      samples,
    )
    expect(first?.start).toBeCloseTo(0.5, 1)
    expect(first?.end).toBeCloseTo(1, 1)
    expect(second?.start).toBeCloseTo(1.4, 1)
    expect(second?.end).toBeCloseTo(1.8, 1)
  })

  it('leave the last sound of a neighbour to the neighbour', () => {
    const [word] = tightenTimes([{ word: 'two', start: 0.9, end: 1.8 }], samples)
    expect(word?.start).toBeCloseTo(1.4, 1)
  })

  it('follow one another within the sound, whatever came in', () => {
    const wild = [5, 0.2, 1.9, 1.9, 1.9, 9].map((start, i) => ({ word: `w${i}`, start, end: start - 1 }))
    let before = 0
    for (const { start, end } of tightenTimes(wild, samples)) {
      expect(start).toBeGreaterThanOrEqual(before)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(2)
      before = end
    }
  })
})

describe('loudness', () => {
  it('is brought to the same height', () => {
    const quiet = samples.map(sample => sample * 0.01)
    expect(Math.max(...normaliseLoudness(quiet))).toBeCloseTo(0.5, 2)
    expect(normaliseLoudness(new Float32Array(10))).toEqual(new Float32Array(10))
  })

  it('of nothing is silence', () => {
    expect(isSilent(new Float32Array(100))).toBe(true)
    expect(isSilent(samples)).toBe(false)
  })
})
