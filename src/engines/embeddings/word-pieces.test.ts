import { describe, expect, it } from 'vitest'
import { createWordPieces } from './word-pieces.ts'

const vocabulary = ['[UNK]', '[CLS]', '[SEP]', 'cafe', 'un', '##believ', '##able', ',', '港', 'hello']
const { encode } = createWordPieces(Object.fromEntries(vocabulary.map((piece, index) => [piece, index])))

describe('word pieces', () => {
  it.each([
    ['hello', [1, 9, 2]],
    ['Café, unbelievable', [1, 3, 7, 4, 5, 6, 2]],
    ['港港', [1, 8, 8, 2]],
    ['qqq hello', [1, 0, 9, 2]],
    ['', [1, 2]],
    ['x'.repeat(200), [1, 0, 2]],
  ])('of %s', (text, tokens) => {
    expect(encode(text)).toEqual(tokens)
  })

  it('end at what the network takes', () => {
    const tokens = encode('hello '.repeat(1000))
    expect(tokens).toHaveLength(256)
    expect(tokens.at(-1)).toBe(2)
  })
})
