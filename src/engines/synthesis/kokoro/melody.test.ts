import { describe, expect, it } from 'vitest'
import { melodyOf, sing } from './melody.ts'

const plain = { pitch: 0, swing: 1, tremble: 0, isWhispered: false }
const hertz = [0, 0, 180, 200, 220, 240, 210, 0]
const score = {
  frames: 4,
  content: new Float32Array(512 * 4),
  pitch: Float32Array.from(hertz),
  energy: new Float32Array(8),
}
const medianOf = (singing: typeof plain) => melodyOf(sing(score, singing).pitch)

describe('singing', () => {
  it('changes nothing unless asked', () => {
    expect(sing(score, plain)).toBe(score)
  })

  it('moves by semitones, and leaves silence silent', () => {
    const { pitch } = sing(score, { ...plain, pitch: 12 })
    expect([...pitch]).toEqual(hertz.map(value => expect.closeTo(2 * value, 2)))
  })

  it('flattens and widens around the middle', () => {
    expect(medianOf({ ...plain, swing: 0 })).toMatchObject({ median: expect.closeTo(210, 2), spread: 0 })
    const [own, wide] = [medianOf(plain)?.spread ?? 0, medianOf({ ...plain, swing: 2 })?.spread ?? 0]
    expect(wide / own).toBeCloseTo(2, 1)
  })

  it('has no tone when it whispers', () => {
    expect(melodyOf(sing(score, { ...plain, isWhispered: true }).pitch)).toBeUndefined()
  })

  it('trembles in tone and strength', () => {
    const trembling = sing(score, { ...plain, tremble: 1 })
    expect(trembling.pitch).not.toEqual(score.pitch)
    expect(trembling.energy).not.toEqual(score.energy)
  })
})
