import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GenerationEvent } from '../../core/generation.ts'
import { partsOf } from './chat/read-chunks.fixture.ts'
import { delta, sse, usageChunk } from './mock-upstream.fixture.ts'
import { type Outcome, ReplyReader } from './reply-reader.ts'
import type { ReplyHead } from './wire/reply-parser.ts'

const key = 'sk-secret-of-ours'

function read(
  pieces: readonly Buffer[],
  status = 200,
  head: Partial<ReplyHead> = {},
): { events: GenerationEvent[]; reader: ReplyReader } {
  let ids = 0
  const reader = new ReplyReader({ model: 'svc', key, newId: () => `made-${++ids}` })
  reader.head({ status, retryAfter: undefined, encoding: undefined, ...head })
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return { events: reader.events, reader }
}

function summary({ events, reader }: ReturnType<typeof read>) {
  const { outcome } = reader
  if (outcome?.type !== 'concluded') throw outcome?.failure ?? new Error('no outcome')
  const { reason, stopSequence, usage } = outcome.conclusion
  return { parts: partsOf(events), reason, stopSequence, usage }
}

const recorded = (name: string) => readFileSync(new URL(`./fixtures/${name}.sse`, import.meta.url))

const streams = {
  'vllm-reasoning': {
    parts: ['reasoning: The user greets me.', 'text: Hello! How are you — 你好 👋\n?'],
    reason: 'stop',
    stopSequence: 'END',
    usage: { inputTokens: 23, cachedTokens: 0, outputTokens: 16, reasoningTokens: 5 },
  },
  'vllm-tools': {
    parts: [
      'get_weather({"city": "Paris \\"FR\\""})#chatcmpl-tool-1d3b',
      'get_time({"zone": "Europe/Paris"})#chatcmpl-tool-7c2e',
    ],
    reason: 'tool-calls',
    stopSequence: undefined,
    usage: { inputTokens: 180, cachedTokens: 176, outputTokens: 42, reasoningTokens: 0 },
  },
  'llama-server': {
    parts: ['reasoning: Thinking…', 'text: Certainly,\nça va.'],
    reason: 'length',
    stopSequence: undefined,
    usage: { inputTokens: 31, cachedTokens: 0, outputTokens: 7, reasoningTokens: 2 },
  },
  'ollama-tools': {
    parts: [
      'text: Let me look.',
      'search({"query":"naïve café"})#call_h2fz1q0x',
      'search({"query":"tea"})#call_9k3mw7aa',
    ],
    reason: 'tool-calls',
    stopSequence: undefined,
    usage: { inputTokens: 165, cachedTokens: 0, outputTokens: 38, reasoningTokens: 0 },
  },
  sglang: {
    parts: ['reasoning: Hmm, yes', 'text: One two three'],
    reason: 'stop',
    stopSequence: undefined,
    usage: { inputTokens: 14, cachedTokens: 0, outputTokens: 8, reasoningTokens: 3 },
  },
  deepseek: {
    parts: ['reasoning: 9.9 > 9.11', 'text: 9.9 is greater.'],
    reason: 'stop',
    stopSequence: undefined,
    usage: { inputTokens: 17, cachedTokens: 0, outputTokens: 9, reasoningTokens: 4 },
  },
  'think-tag': {
    parts: ['reasoning: Let me see </this> ', 'text: Answer: <think> is a tag.'],
    reason: 'stop',
    stopSequence: undefined,
    usage: undefined,
  },
}

describe.each(Object.entries(streams))('the stream of %s', (name, expected) => {
  const bytes = recorded(name)
  const whole = read([bytes]).events

  it('is understood', () => {
    expect(summary(read([bytes]))).toEqual(expected)
  })

  it('is the same stream wherever it is cut in two', () => {
    for (let at = 0; at <= bytes.length; at++) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)]).events).toEqual(whole)
    }
  })

  it('is the same stream however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 40 }), cuts => {
        const borders = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const pieces = borders.slice(1).map((border, index) => bytes.subarray(borders[index], border))
        const { events, reader } = read(pieces)
        expect(events).toEqual(whole)
        expect(reader.outcome?.type).toBe('concluded')
      }),
      { numRuns: 60 },
    )
  })
})

const failureOf = (outcome: Outcome | undefined) => (outcome?.type === 'failed' ? outcome.failure : undefined)
const replyTo = (text: string, status = 200, headers = {}) => {
  const { reader } = read([Buffer.from(text)], status, headers)
  return { ...reader, hasBegun: reader.hasBegun, failure: failureOf(reader.outcome), outcome: reader.outcome }
}

describe('a reply that is no stream', () => {
  it('may be a whole answer', () => {
    const message = { role: 'assistant', content: 'Hi.', reasoning_content: 'hm' }
    const answer = { choices: [{ index: 0, message, finish_reason: 'length' }], ...{ usage: usageChunk(3, 4).usage } }
    const { parts, reason, usage } = summary(read([Buffer.from(`\n ${JSON.stringify(answer)}`)]))
    expect(parts).toEqual(['reasoning: hm', 'text: Hi.'])
    expect(reason).toBe('length')
    expect(usage).toMatchObject({ inputTokens: 3, outputTokens: 4 })
  })

  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>502</title>'],
    ['other text', 'Internal Server Error'],
    ['JSON without choices', '{"hello":"world"}'],
    ['broken JSON', '{"choices":[{"message":'],
    ['a stream of other things', sse({ type: 'ping' })],
    ['a stream that is only over', sse('[DONE]')],
    ['a stream of garbage', 'data: {"choices":[}\n\n'],
    ['a list', sse([1])],
  ])('and is %s: it fails before it begins', (_, text) => {
    const { failure } = replyTo(text)
    expect(failure).toMatchObject({ elsewhere: true, isFault: true })
    expect(failure?.error).toMatchObject({
      code: 'service_unavailable',
      message: 'The server behind "svc" sent something that is no answer.',
    })
  })

  it('is not unpacked', () => {
    const whole = [Buffer.from('{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}')]
    expect(read(whole, 200, { encoding: 'identity' }).reader.outcome?.type).toBe('concluded')
    expect(read(whole, 200, { encoding: 'gzip' }).reader.outcome).toMatchObject({
      type: 'failed',
      failure: { error: { code: 'service_unavailable' } },
    })
  })
})

describe('a stream that goes wrong', () => {
  const begun = sse(delta({ content: 'Hel' }))

  it('is cut', () => {
    const { failure, hasBegun } = replyTo(`${begun}data: {"cho`)
    expect(hasBegun).toBe(true)
    expect(failure?.error.message).toBe('The server behind "svc" sent something that is no answer.')
    expect(replyTo(begun).failure?.error).toMatchObject({
      code: 'service_unavailable',
      message: 'The server behind "svc" closed the connection in the middle of its answer.',
    })
  })

  it('is complete once it has said why it stops, whatever follows or does not', () => {
    const finished = sse(delta({ content: 'Hi' }), delta({}, 'stop'))
    expect(summary(read([Buffer.from(finished)]))).toMatchObject({
      parts: ['text: Hi'],
      reason: 'stop',
      usage: undefined,
    })
    const reader = new ReplyReader({ model: 'svc', key, newId: () => 'x' })
    reader.head({ status: 200, retryAfter: undefined, encoding: undefined })
    reader.push(Buffer.from(finished))
    reader.break(new Error('reset'))
    expect(reader.outcome?.type).toBe('concluded')
  })

  it('is complete with [DONE] alone', () => {
    expect(summary(read([Buffer.from(`${begun}data: [DONE]`)]))).toMatchObject({ parts: ['text: Hel'], reason: 'stop' })
  })

  it.each([
    [{ error: { message: 'too long', type: 'BadRequestError', code: 400 } }, 'request_params_invalid', 'too long'],
    [{ error: { message: 'slow down', type: 'rate_limit_error' } }, 'rate_limited', undefined],
    [{ error: { message: 'CUDA at /opt/x.py', code: 500 } }, 'service_unavailable', undefined],
    [{ error: 'out of memory' }, 'service_unavailable', undefined],
  ])('tells of an error: %j', (chunk, code, message) => {
    for (const text of [sse(chunk), begun + sse(chunk)]) {
      const { failure } = replyTo(text)
      expect(failure?.error.code).toBe(code)
      if (message) expect(failure?.error.message).toBe(message)
      else expect(failure?.error.message).not.toMatch(/CUDA|memory|opt/)
    }
  })

  it('tells of an error in an event of that name', () => {
    expect(replyTo('event: error\ndata: {"message":"bad","code":400}\n\n').failure?.error.message).toBe('bad')
  })
})
