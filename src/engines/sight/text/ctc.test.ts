import { describe, expect, it } from 'vitest'
import { alphabetOf, readSteps } from './ctc.ts'

const alphabet = alphabetOf('a\nb\n好\n')

/** Each step as its symbol, its probability and that of a space beside it. */
function steps(...all: readonly (readonly [string, number?, number?])[]): Float32Array {
  const rows = all.map(([symbol, sure = 0.9, space = 0]) => {
    const row = new Float32Array(alphabet.length)
    row[alphabet.length - 1] = space
    row[alphabet.indexOf(symbol)] = sure
    return [...row]
  })
  return Float32Array.from(rows.flat())
}

describe('steps of a line', () => {
  it('have an alphabet between nothing and the space', () => {
    expect(alphabet).toEqual(['', 'a', 'b', '好', ' '])
    expect(alphabetOf('x\r\ny')).toEqual(['', 'x', 'y', ' '])
  })

  it('are one letter as long as it is the same, and two with nothing between', () => {
    expect(readSteps(steps([''], ['a'], ['a'], ['b'], [''], ['b'], ['好'], ['']), alphabet).text).toBe('abb好')
  })

  it('part words where a space was considered, once, and never at the ends', () => {
    expect(readSteps(steps([''], ['a'], [' '], [''], ['b']), alphabet).text).toBe('a b')
    expect(readSteps(steps([''], ['a'], ['', 0.9, 0.08], ['b']), alphabet).text).toBe('a b')
    expect(readSteps(steps([''], ['a'], ['', 0.9, 0.01], ['b']), alphabet).text).toBe('ab')
    expect(readSteps(steps([' '], ['a'], [' ']), alphabet).text).toBe('a')
  })

  it('are as sure as their letters', () => {
    const { certainty } = readSteps(steps(['', 0.99], ['a', 0.8], ['', 0.99], ['b', 0.6]), alphabet)
    expect(certainty).toBeCloseTo(0.7)
    expect(readSteps(steps(['']), alphabet)).toEqual({ text: '', certainty: 0 })
  })
})
