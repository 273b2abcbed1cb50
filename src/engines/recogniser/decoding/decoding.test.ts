import { describe, expect, it } from 'vitest'
import { alignTokens } from './align.ts'
import { highest, logSum } from './likelihood.ts'
import { compressionRatio, isLoop, withoutLoop } from './repetition.ts'
import { peakOf, retellingFrom } from './retelling.ts'

describe('circles', () => {
  it.each([
    [[1, 2, 3, 4, 5], false],
    [[7, 7, 7], false],
    [[7, 7, 7, 7, 7, 7], true],
    [[9, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4], true],
    [[1, 2, 3, 4, 1, 2, 3, 4], false],
    [[], false],
  ])('%j: %s', (tokens, loops) => {
    expect(isLoop(tokens)).toBe(loops)
  })

  it('are cut to one round', () => {
    expect(withoutLoop([9, 1, 2, 1, 2, 1, 2])).toBe(3)
    expect(withoutLoop([1, 2, 3])).toBe(3)
  })

  it('can be written shorter', () => {
    expect(compressionRatio('the same again, '.repeat(20))).toBeGreaterThan(2.4)
    expect(compressionRatio('He should make inquiries as to symptoms.')).toBeLessThan(2.4)
  })
})

describe('a text that is told twice', () => {
  const twice = [1, 2, 3, 4, 5, 1, 2, 3, 4]

  it('ends where it begins again, once the sound was heard to its end', () => {
    expect(retellingFrom(twice, [0, 0.2, 0.4, 0.6, 0.9, 0, 0.2, 0.4, 0.6])).toBe(5)
  })

  it('goes on where the speaker repeats himself', () => {
    expect(retellingFrom(twice, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])).toBeUndefined()
    expect(retellingFrom([1, 2, 3, 4, 5, 6], [0, 0.2, 0.4, 0.6, 0.8, 1])).toBeUndefined()
  })

  it('is seen by where the network looks', () => {
    expect(peakOf(Float32Array.of(0, 0, 1, 0, 0, 0, 0.5, 0), 2, 4)).toBe(0.5)
  })
})

describe('likelihood', () => {
  it('is a logarithm of probabilities', () => {
    const logits = Float32Array.of(1, 2, 3)
    const sum = logSum(logits)
    expect([...logits].reduce((all, value) => all + Math.exp(value - sum), 0)).toBeCloseTo(1, 6)
  })

  it('has its highest first', () => {
    expect(highest(Float32Array.of(1, 5, 3, 4, Number.NEGATIVE_INFINITY), 3)).toEqual([1, 3, 2])
  })
})

describe('alignment', () => {
  const look = (frames: number, at: number) =>
    Float32Array.from({ length: frames }, (_, frame) => (Math.abs(frame - at) < 2 ? 0.3 : 0.01))

  it('gives each token the frames that it looks at', () => {
    const starts = alignTokens([look(30, 4), look(30, 12), look(30, 25)], 1, 30)
    expect(starts[0]).toBe(0)
    expect(starts[1]).toBeGreaterThan(5)
    expect(starts[1]).toBeLessThan(12)
    expect(starts[2]).toBeGreaterThan(13)
    expect(starts[2]).toBeLessThan(25)
    expect(starts[3]).toBe(30)
  })

  it('never goes back, whatever the network looks at', () => {
    const starts = alignTokens([look(20, 15), look(20, 3), look(20, 10)], 1, 20)
    expect([...starts].sort((a, b) => a - b)).toEqual(starts)
  })

  it('takes no text, one token, and more tokens than frames', () => {
    expect(alignTokens([], 2, 10)).toEqual([0])
    expect(alignTokens([look(10, 5)], 1, 10)).toEqual([0, 10])
    expect(
      alignTokens(
        Array.from({ length: 9 }, () => look(4, 1)),
        1,
        4,
      ),
    ).toHaveLength(10)
  })
})
