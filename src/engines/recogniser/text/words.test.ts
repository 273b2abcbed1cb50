import { describe, expect, it } from 'vitest'
import { traditionalTokens } from './simplified.ts'
import { wordsOf } from './words.ts'

const tokens = (...pieces: (string | number[])[]) =>
  pieces.map((piece, place) => ({
    bytes: typeof piece === 'string' ? Buffer.from(piece) : Uint8Array.from(piece),
    start: place,
    end: place + 1,
  }))
const written = (...pieces: (string | number[])[]) => wordsOf(tokens(...pieces)).map(({ word }) => word)

describe('words', () => {
  it.each([
    [
      [' Hello', ',', ' wor', 'ld', '.'],
      ['Hello,', ' world.'],
    ],
    [
      [' He', ' said', ' "', 'yes', '".'],
      ['He', ' said', ' "yes".'],
    ],
    [
      ['我们', '去', '。', '好'],
      ['我', '们', '去。', '好'],
    ],
    [
      ['用', ' Windows', '吧'],
      ['用', ' Windows', '吧'],
    ],
    [
      ['他说', '《', '红', '》'],
      ['他', '说', '《红》'],
    ],
    [
      [' don', "'t", ' mind'],
      ["don't", ' mind'],
    ],
    [
      [' 25', '%', ' off'],
      ['25%', ' off'],
    ],
    [[], []],
    [[' '], []],
  ])('%j → %j', (pieces, expected) => {
    expect(written(...pieces)).toEqual(expected)
  })

  it('joins letters that are cut into tokens, and drops what stays cut', () => {
    const [a = 0, b = 0, c = 0] = Buffer.from('你')
    expect(written([a], [b, c], '好')).toEqual(['你', '好'])
    expect(written('好', [a, b])).toEqual(['好'])
  })

  it('knows when each was said', () => {
    expect(wordsOf(tokens(' one', ' t', 'wo', '!', '我们'))).toEqual([
      { word: 'one', start: 0, end: 1 },
      { word: ' two!', start: 1, end: 3 },
      { word: '我', start: 4, end: 4.5 },
      { word: '们', start: 4.5, end: 5 },
    ])
  })
})

it('knows traditional letters from simplified ones', () => {
  const pieces = ['国', '國', 'a', '们', '們', ' 体', '日本語', '龍']
  expect(traditionalTokens(token => Buffer.from(pieces[token] ?? ''), pieces.length)).toEqual([1, 4, 6, 7])
})
