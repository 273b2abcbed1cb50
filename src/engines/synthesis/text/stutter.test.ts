import { describe, expect, it } from 'vitest'
import { withStutter } from './stutter.ts'

const text = 'Maybe we should have waited longer before the others came home'

describe('withStutter', () => {
  it('leaves the text alone without stutter', () => {
    expect(withStutter(text, 0, 1)).toBe(text)
  })

  it('begins some words twice, the same ones for the same seed', () => {
    const once = withStutter(text, 1, 5)
    expect(once).not.toBe(text)
    expect(once).toBe(withStutter(text, 1, 5))
    expect(once).not.toBe(withStutter(text, 1, 6))
    expect(once.replaceAll(/\b\w+, (?=\w)/g, '')).toBe(text)
  })

  it('stutters more with more of it, and in Chinese too', () => {
    const amount = (share: number): number =>
      Array.from({ length: 40 }, (_, seed) => withStutter(text, share, seed).length).reduce((a, b) => a + b)
    expect(amount(1)).toBeGreaterThan(amount(0.2))
    expect(
      Array.from({ length: 10 }, (_, seed) => withStutter('我不知道应该怎么办', 1, seed)).some(said =>
        /(.)，\1/u.test(said),
      ),
    ).toBe(true)
  })
})
