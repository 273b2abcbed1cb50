import { describe, expect, it } from 'vitest'
import { createBytePairs } from './byte-pairs.ts'
import { createSentencePieces, piecesInScript } from './sentence-pieces.ts'

const numbersOf = (pieces: readonly string[]) => Object.fromEntries(pieces.map((piece, number) => [piece, number]))
const textOf = (bytes: Uint8Array[]) => Buffer.concat(bytes).toString('utf8')

describe('byte pairs', () => {
  // Ä½ł is 你 in the letters that stand for bytes.
  const pairs = createBytePairs(numbersOf(['a', 'b', 'c', 'Ġ', 'ä', '½', 'ł', 'bc', 'ab', 'Ġa', 'Ġab', 'ä½', 'ä½ł']))

  it('join what was learnt first', () => {
    expect(pairs.encode('abc')).toEqual([0, 7])
    expect(pairs.encode(' ab')).toEqual([10])
    expect(pairs.encode('你')).toEqual([12])
  })

  it('give back the bytes', () => {
    expect(textOf(pairs.encode('abc ab 你').map(token => pairs.bytes(token)))).toBe('abc ab 你')
    expect(pairs.bytes(99_999)).toHaveLength(0)
  })
})

describe('sentence pieces', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`)
  const pieces = ['<unk>', '<s>', '</s>', ...bytes, '▁h', '▁hi', '▁', 'h', 'i', '!']
  const vocabulary = createSentencePieces(pieces)

  it('write spaces as a piece, and the unknown as bytes', () => {
    expect(vocabulary.encode(' hi!')).toEqual([260, 264])
    expect(vocabulary.encode('é')).toEqual([3 + 0xc3, 3 + 0xa9])
    expect(textOf([260, 264, 3 + 0xc3, 3 + 0xa9].map(token => vocabulary.bytes(token)))).toBe(' hi!é')
  })

  it('are found in a script', () => {
    const script = `x="abc";const v="${Buffer.from(pieces.join('\n')).toString('base64')}",m="AAAA"`
    expect(piecesInScript(script)).toEqual(pieces)
    expect(() => piecesInScript('nothing')).toThrow('no vocabulary')
  })
})
