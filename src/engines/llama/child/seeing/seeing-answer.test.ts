import { describe, expect, it } from 'vitest'
import type { AnswerGrammar } from '../../grammar/answer-grammar.ts'
import type { LlamaJob, Piece } from '../../protocol.ts'
import { SeeingAnswer } from './seeing-answer.ts'
import type { Completion, CompletionOptions, SeeingContext } from './seeing-binding.ts'
import { Broken, createStretches, Overfull } from './stretch.ts'

interface Scripted {
  readonly texts: readonly string[]
  /** Come only when the completion is over. */
  readonly late?: string
  readonly end?: Partial<Completion>
  readonly failure?: string
}

const ended: Completion = {
  text: '',
  tokens_evaluated: 0,
  tokens_predicted: 0,
  stopped_eos: true,
  stopped_limited: false,
  context_full: false,
  interrupted: false,
  timings: { prompt_n: 7 },
}

/** A context that writes as scripted, until it is stopped, and remembers what it was asked. */
function scriptedContext(script: readonly Scripted[]) {
  const asked: CompletionOptions[] = []
  let isStopped = false
  const context: SeeingContext = {
    initMultimodal: () => true,
    tokenize: async text => ({ tokens: new Int32Array(text.length) }),
    async completion(options, onText) {
      const { texts, late = '', end = {}, failure } = script[asked.length] ?? { texts: [] }
      asked.push(options)
      isStopped = false
      if (failure !== undefined) throw new Error(failure)
      let text = ''
      for (const token of texts) {
        await Promise.resolve()
        if (isStopped) break
        text += token
        onText?.({ token })
      }
      return { ...ended, text: text + late, tokens_predicted: texts.length, ...end, interrupted: isStopped }
    },
    stopCompletion: () => {
      isStopped = true
    },
  }
  return { context, asked }
}

const job: LlamaJob = {
  messages: [],
  tools: [],
  calls: 'auto',
  severalCalls: true,
  thinkingTokens: 0,
  sampling: { temperature: 0 },
}

async function answer(
  script: readonly Scripted[],
  more: {
    job?: Partial<LlamaJob>
    grammar?: AnswerGrammar
    isThinking?: boolean
    limit?: number
    signal?: AbortSignal
  } = {},
) {
  const { context, asked } = scriptedContext(script)
  const prompt = { text: 'PROMPT', media: ['data:1'], isThinking: more.isThinking ?? false }
  const pieces: Piece[] = []
  const order = { job: { ...job, ...more.job }, grammar: more.grammar ?? {}, prompt, limit: more.limit ?? 100 }
  const write = createStretches(
    { context, prompt, sampling: order.job.sampling, roomAfter: async text => 1000 - text.length, onBegun: () => {} },
    more.signal ?? new AbortController().signal,
  )
  const outcome = await new SeeingAnswer(order, new Set(['<|end|>']), found => pieces.push(...found)).run(write)
  const textOf = (kind: Piece['kind']) => pieces.flatMap(piece => (piece.kind === kind ? [piece.text] : [])).join('')
  return { outcome, asked, pieces, textOf }
}

describe('an answer of a model that sees', () => {
  it('is what was written, with what it cost', async () => {
    const { outcome, asked, textOf } = await answer([{ texts: ['Hello', ' you'] }])
    expect(textOf('text')).toBe('Hello you')
    expect(outcome).toEqual({ reason: 'stop', outputTokens: 2, promptTokens: 7 })
    expect(asked).toEqual([
      expect.objectContaining({ prompt: 'PROMPT', media_paths: ['data:1'], n_predict: 100, top_k: 1 }),
    ])
  })

  it('has what came after the end was told', async () => {
    const { textOf } = await answer([{ texts: ['Hello'], late: ' you' }])
    expect(textOf('text')).toBe('Hello you')
  })

  it('is over with a control token, whatever would follow it', async () => {
    const { outcome, textOf } = await answer([{ texts: ['Hello', '<|end|>', 'user'] }])
    expect(textOf('text')).toBe('Hello')
    expect(outcome).toMatchObject({ reason: 'stop', outputTokens: 1 })
  })

  it('is cut by its limit', async () => {
    const { outcome } = await answer([{ texts: ['a', 'b', 'c'], end: { stopped_eos: false } }], { limit: 2 })
    expect(outcome).toMatchObject({ reason: 'length', outputTokens: 2 })
  })

  it('goes on under the grammar where a call begins', async () => {
    const grammar = { fromCall: 'root ::= "x"' }
    const call = '{"name": "act", "arguments": {}}'
    const { outcome, asked, pieces } = await answer(
      [{ texts: ['Well. ', '<tool_call>{"na', 'me": 5'] }, { texts: [call, '</tool_call>'] }],
      { grammar },
    )
    expect(asked.map(({ prompt, grammar: held }) => [prompt, held])).toEqual([
      ['PROMPT', undefined],
      ['PROMPTWell. <tool_call>', grammar.fromCall],
    ])
    expect(pieces.filter(({ kind }) => kind === 'call').map(({ name, text }) => name ?? text)).toEqual(['act', '{}'])
    expect(outcome.reason).toBe('tool-calls')
  })

  it('is held from the start where it must be', async () => {
    const { asked } = await answer([{ texts: ['{}'] }], { grammar: { fromStart: 'root ::= "{}"' } })
    expect(asked[0]?.grammar).toBe('root ::= "{}"')
  })

  it.each([
    ['goes on for too long', { texts: ['a', 'b', 'c', 'd'] }, 'ab'],
    ['ends with it', { texts: ['a'] }, 'a'],
  ])('follows its reasoning also where that %s', async (_, reasoning, thought) => {
    const { asked, textOf } = await answer([reasoning, { texts: ['So: 16'] }], {
      isThinking: true,
      job: { thinkingTokens: 2 },
    })
    expect(asked[1]?.prompt).toBe(`PROMPT${thought}\n</think>\n\n`)
    expect([textOf('reasoning'), textOf('text')]).toEqual([thought, 'So: 16'])
  })

  it('ends when its reader has gone', async () => {
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(answer([{ texts: ['a'] }], { signal })).rejects.toThrow('gone')
  })

  it.each([
    ['Failed to evaluate chunks', Overfull],
    ['anything else', Broken],
  ])('that fails with "%s" leaves llama.node of no use', async (failure, kind) => {
    await expect(answer([{ texts: [], failure }])).rejects.toBeInstanceOf(kind)
  })

  it('that ends for no reason has failed', async () => {
    await expect(answer([{ texts: ['a'], end: { stopped_eos: false } }])).rejects.toBeInstanceOf(Broken)
  })
})
