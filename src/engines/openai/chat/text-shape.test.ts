import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GenerationEvent } from '../../../core/generation.ts'
import { ChunkReader } from './chunk-reader.ts'
import { TextShape } from './text-shape.ts'

const chunkOf = (content: string, more: object = {}) =>
  JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content }, finish_reason: null }], ...more })

describe('the shape of chunks', () => {
  it('is found again around another text', () => {
    const shape = new TextShape()
    shape.learn(chunkOf('one'), 'content', 'one', false)
    expect(shape.match(chunkOf('two or more'))).toEqual({ field: 'content', text: 'two or more', usage: undefined })
  })

  it('may be written with spaces, and end in a count', () => {
    const spaced = (text: string, count: number) =>
      `{"choices": [{"delta": {"content": "${text}"}}], "usage": {"completion_tokens": ${count}}}`
    const shape = new TextShape()
    shape.learn(spaced('one', 1), 'content', 'one', true)
    expect(shape.match(spaced('two', 22))).toEqual({ field: 'content', text: 'two', usage: { completion_tokens: 22 } })
  })

  it.each([
    ['another reason to stop', chunkOf('two').replace('null', '"stop"')],
    ['another head', chunkOf('two').replace('"x"', '"y"')],
    ['something behind it', chunkOf('two', { usage: { completion_tokens: 2 } })],
    ['something escaped', chunkOf('two\n')],
    ['a quote', chunkOf('"},"x":{"')],
    ['no text', chunkOf('')],
  ])('is not found in %s', (_, chunk) => {
    const shape = new TextShape()
    shape.learn(chunkOf('one'), 'content', 'one', false)
    expect(shape.match(chunk)).toBeUndefined()
  })

  it('is not learnt from a chunk that says the same key twice, or escapes its text', () => {
    const shape = new TextShape()
    const twice = chunkOf('one', { content: 'one' })
    shape.learn(twice, 'content', 'one', false)
    expect(shape.match(twice)).toBeUndefined()
    shape.learn(chunkOf('o\ne'), 'content', 'o\ne', false)
    expect(shape.match(chunkOf('o\ne'))).toBeUndefined()
  })

  it('never changes what is read', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a', '"', '\\', '\n', '"}', 'é', ''),
    )
    const count = fc.option(fc.nat(99))
    const field = fc.constantFrom('content', 'reasoning', 'reasoning_content')
    const finish = fc.constantFrom(null, null, null, 'stop')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(field, text, count, finish), { maxLength: 12 }),
        fc.boolean(),
        (pieces, isSpaced) => {
          const chunks = pieces.map(([name, said, tokens, reason]) => ({
            choices: [{ index: 0, delta: { [name]: said }, finish_reason: reason }],
            usage: tokens === null ? null : { prompt_tokens: 5, completion_tokens: tokens },
          }))
          const shaped: GenerationEvent[] = []
          const parsed: GenerationEvent[] = []
          const byShape = new ChunkReader(shaped, () => 'id')
          const byParsing = new ChunkReader(parsed, () => 'id')
          for (const chunk of chunks) {
            byShape.readJson(isSpaced ? JSON.stringify(chunk, null, 1).replaceAll('\n', '') : JSON.stringify(chunk))
            byParsing.read(chunk)
          }
          expect(byShape.conclude()).toEqual(byParsing.conclude())
          expect(shaped).toEqual(parsed)
        },
      ),
      { numRuns: 500 },
    )
  })
})
