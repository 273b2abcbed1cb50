import { describe, expect, it } from 'vitest'
import { newId, randomText } from './ids.ts'

describe('random text', () => {
  it('is of letters and digits, as long as asked', () => {
    for (const length of [1, 10, 24, 5000]) expect(randomText(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`))
  })

  it('does not come twice, also beyond one fetch of random bytes', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('x-', 10))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('uses every letter about as often', () => {
    const counts = new Map<string, number>()
    for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(62)
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250)
  })
})
