import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, describe, expect, it } from 'vitest'
import { boundedPieces } from './bounded-pieces.ts'
import { createTokenizer } from './tokenizer.ts'

const tokenizer = createTokenizer()
afterAll(() => tokenizer.close())

describe('the tokenizer', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['The quick brown fox jumps over the lazy dog.', 10],
    ['<|endoftext|>', 7],
  ])('counts %j', async (text, tokens) => {
    expect(await tokenizer.count([text])).toBe(tokens)
  })

  it('counts several texts, and several at a time', async () => {
    const [one, two] = await Promise.all([tokenizer.count(['hello', ' world', '']), tokenizer.count(['hello world'])])
    expect([one, two]).toEqual([2, 2])
  })

  it.each([
    ['letters', 'a'.repeat(300_000)],
    ['spaces', ' '.repeat(300_000)],
    ['characters without spaces', '汉'.repeat(300_000)],
    ['pairs of surrogates', '👋'.repeat(100_000)],
  ])('takes no longer for a long run of %s', async (_, text) => {
    const began = performance.now()
    expect(await tokenizer.count([text])).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('comes again after it has gone', async () => {
    const brief = createTokenizer({ idleSeconds: 0.01 })
    expect(await brief.count(['hello'])).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(await brief.count(['hello'])).toBe(1)
    await brief.close()
  })
})

describe('the pieces of a text', () => {
  const words = Array.from({ length: 20_000 }, (_, at) => (at % 7 === 0 ? `word${at},\n\n` : `word${at}`)).join(' ')

  it('are the text, cut where it costs nothing', () => {
    const pieces = [...boundedPieces(words)]
    expect(pieces.join('')).toBe(words)
    expect(pieces.length).toBeGreaterThan(10)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(9000)
    expect(pieces.reduce((sum, piece) => sum + countTokens(piece), 0)).toBe(countTokens(words))
  })

  it('never cut a character', () => {
    const pieces = [...boundedPieces(`a${'👋'.repeat(2000)}`)]
    expect(pieces.length).toBeGreaterThan(5)
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true)
    expect([...boundedPieces('')]).toEqual([])
  })
})
