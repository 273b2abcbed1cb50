import { describe, expect, it } from 'vitest'
import type { LlamaJob, Piece } from '../protocol.ts'
import { Answer, type Order } from './answer.ts'
import type { Loaded } from './load.ts'

const end = 0
const job: LlamaJob = {
  messages: [],
  tools: [],
  calls: 'auto',
  severalCalls: false,
  thinkingTokens: 10,
  sampling: { temperature: 0 },
}

/** A model whose tokens are the texts that it is made to say. */
function stage(more: Partial<Order> = {}, contextTokens = 1000) {
  const texts = ['']
  const tokenOf = (text: string) => {
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
  const held: string[] = []
  const forgotten: number[] = []
  const loaded = {
    contextTokens,
    vocabulary: {
      isEnd: (token: number) => token === end,
      tokenize: (text: string) => [tokenOf(text)],
      textOf: (tokens: readonly number[]) => tokens.map(token => texts[token]).join(''),
    },
    batcher: { add() {}, remove() {} },
    context: {
      disposeSequence() {},
      removeTokenCellsFromSequence(_: number, from: number) {
        forgotten.push(from)
        return true
      },
    },
  } as unknown as Loaded
  const slot = { sequence: 0, tokens: [] as number[] }
  const sampling = { sampler: { applyConfig() {} }, hold: (grammar: string) => held.push(grammar), end() {} }
  const pieces: Piece[] = []
  const order: Order = { job, grammar: {}, sampling, slot, isThinking: false, limit: 100, ...more }
  const answer = new Answer(loaded, order, [], all => pieces.push(...all))
  const ended = answer.run(new AbortController().signal)
  const say = (...said: (string | typeof end)[]) => {
    for (const text of said) {
      slot.tokens.push(...answer.pending.splice(0))
      answer.onToken(text === end ? end : tokenOf(text as string))
    }
  }
  const read = (kind: Piece['kind']) =>
    pieces
      .filter(piece => piece.kind === kind)
      .map(({ text }) => text)
      .join('')
  const next = () => loaded.vocabulary.textOf(answer.pending)
  return { say, read, next, ended, held, forgotten }
}

describe('an answer that is being written', () => {
  it('goes on to answer where the model ended with its reasoning', async () => {
    const { say, read, next, ended } = stage()
    say('<think>', 'Hm', end)
    expect(next()).toBe('\n</think>\n\n')
    say('Yes.', end)
    expect([read('reasoning'), read('text')]).toEqual(['Hm', 'Yes.'])
    expect(await ended).toEqual({ reason: 'stop', outputTokens: 3 })
  })

  it('has its reasoning closed when its share is spent', () => {
    const { say, next, read } = stage({ job: { ...job, thinkingTokens: 3 } })
    say('<think>', 'a', ' b', ' c')
    expect(next()).toBe(' c\n</think>\n\n')
    say('Yes.')
    expect([read('reasoning'), read('text')]).toEqual(['a b c', 'Yes.'])
  })

  it('does not reason when it was not asked to', () => {
    const { say, next, read } = stage({ job: { ...job, thinkingTokens: 0 } })
    say('<think>')
    expect(next()).toBe('<think>\n</think>\n\n')
    say('Yes.', end)
    expect([read('reasoning'), read('text')]).toEqual(['', 'Yes.'])
  })

  it('is held to its grammar from the tag of a call on, and not before', () => {
    const { say, held, next } = stage({ grammar: { fromCall: 'calls' } })
    say('Well.', '\n')
    expect(held).toEqual([])
    say('<tool_call>')
    expect([held, next()]).toEqual([['calls'], '<tool_call>'])
  })

  it('takes back a tag that was run together with what follows it', () => {
    const { say, held, next, forgotten, read } = stage({ grammar: { fromCall: 'calls' } })
    say('Well.', '<tool', '_call>{')
    expect([held, next(), forgotten]).toEqual([['calls'], '<tool_call>', [1]])
    say('{"name": "a", "arguments": {}}', '</tool_call>', end)
    expect([read('text'), read('call')]).toEqual(['Well.', '{}'])
  })

  it('is cut at its limit', async () => {
    const { say, ended } = stage({ limit: 2 })
    say('One', ' two')
    expect(await ended).toEqual({ reason: 'length', outputTokens: 2 })
  })

  it('is cut where no room is left to close its reasoning', async () => {
    const { say, ended } = stage({ job: { ...job, thinkingTokens: 2 }, isThinking: true }, 3)
    say('a', 'b')
    expect((await ended).reason).toBe('length')
  })
})
