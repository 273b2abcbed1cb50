import { describe, expect, it } from 'vitest'
import { isLegible, withPlainMarks } from './legible.ts'

describe('what was read', () => {
  it.each([
    ['TOTAL', 0.71, 'upright', true],
    ['ayMukgkk', 0.65, 'upright', false],
    ['五', 0.49, 'upright', false],
    ['西', 0.99, 'upright', true],
    ['--..', 0.99, 'upright', false],
    ['一', 0.99, 'upright', false],
    ['000', 0.72, 'upside-down', false],
    ['Interest Rate', 0.99, 'upwards', true],
    ['', 1, 'upright', false],
  ] as const)('%j, %d sure and %s, is text: %s', (text, certainty, turn, is) => {
    expect(isLegible({ text, certainty, turn })).toBe(is)
  })

  it('has plain marks, but among Chinese', () => {
    expect(withPlainMarks('compute（42） 。')).toBe('compute(42) .')
    expect(withPlainMarks('很好，')).toBe('很好，')
  })
})
