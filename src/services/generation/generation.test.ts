import { describe, expect, it } from 'vitest'
import { noBuiltInTools } from '../../../test/support/generation-server.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { AnswerFormat, GenerationEvent, GenerationRequest, Usage } from '../../core/generation.ts'
import { foldGeneration, textOf } from '../../core/generation-fold.ts'
import type { Caller } from '../../core/keys.ts'
import { createScriptedEngine, type ScriptedEvent, type ScriptedReply } from '../../engines/scripted/scripted.ts'
import { createModels } from '../models.ts'
import { createGeneration } from './generation.ts'
import { createPrepareMedia } from './prepare-media.ts'

const caller = { projectId: 'p', key: { id: 'k' } } as Caller
const usage: Usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 5, reasoningTokens: 0 }
const ended: ScriptedEvent = { type: 'ended', reason: 'stop', usage }

function text(...pieces: string[]): ScriptedEvent[] {
  return part('text', 0, ...pieces)
}

function part(kind: 'text' | 'reasoning', number: number, ...pieces: string[]): ScriptedEvent[] {
  return [
    { type: 'part-start', part: number, kind },
    ...pieces.map(piece => ({ type: 'part-delta' as const, part: number, text: piece, tokens: 1 })),
    { type: 'part-end', part: number },
  ]
}

function ask(words: string, more: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    model: 'svc-3.7-flash',
    messages: [{ role: 'user', parts: [{ type: 'text', text: words }] }],
    tools: [],
    toolChoice: 'auto',
    stop: [],
    format: { type: 'text' },
    ...more,
  }
}

function setUp(replies: ScriptedReply[]) {
  const engine = createScriptedEngine({ replies })
  const spent: Usage[] = []
  const generation = createGeneration({
    models: createModels([], 0),
    engineOf: model => (model === 'svc-5-preview' ? undefined : engine.text),
    prepareMedia: createPrepareMedia(async media => media),
    builtInTools: noBuiltInTools,
    onUsage: (_, __, used) => spent.push(used),
  })
  const run = async (request: GenerationRequest, whole = true) => {
    const { stream } = await generation.start({ caller, request, whole }, new AbortController().signal)
    return stream
  }
  return { engine, generation, run, spent }
}

async function collect(stream: AsyncIterable<GenerationEvent>): Promise<GenerationEvent[]> {
  const all: GenerationEvent[] = []
  for await (const event of stream) all.push(event)
  return all
}

describe('generation', () => {
  it('passes the events on and accounts for them', async () => {
    const { run, spent } = setUp([{ events: [...text('Hello', ' you'), ended] }])
    const answer = await foldGeneration(await run(ask('hi')))
    expect(textOf(answer.parts, 'text')).toBe('Hello you')
    expect(spent).toEqual([usage])
  })

  it.each([
    ['svc-asr', 'request_params_invalid'],
    ['nobody', 'model_invalid'],
    ['svc-5-preview', 'service_unavailable'],
  ] satisfies [string, ErrorCode][])('refuses %s with %s', async (model, code) => {
    const { run } = setUp([])
    await expect(run(ask('hi', { model }))).rejects.toMatchObject({ code })
  })

  it('throws what the engine throws before it has begun', async () => {
    const { run } = setUp([{ refuse: { code: 'rate_limited', message: 'busy' } }])
    await expect(run(ask('hi'))).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('cuts at a stop sequence that the engine let pass, across its pieces, and ends the engine', async () => {
    const { run, spent } = setUp([{ events: text('one E', 'ND', ' two'), hang: true }])
    const answer = await foldGeneration(await run(ask('hi', { stop: ['END'] })))
    expect(textOf(answer.parts, 'text')).toBe('one ')
    expect(answer.ended).toMatchObject({ reason: 'stop', stopSequence: 'END' })
    expect(answer.ended.usage).toEqual({ inputTokens: 10, cachedTokens: 0, outputTokens: 2, reasoningTokens: 0 })
    expect(spent).toHaveLength(1)
  })

  it('leaves reasoning and what was held back whole', async () => {
    const { run } = setUp([{ events: [...part('reasoning', 0, 'the END'), ...part('text', 1, 'not E', 'N'), ended] }])
    const answer = await foldGeneration(await run(ask('hi', { stop: ['END'] })))
    expect(textOf(answer.parts, 'reasoning')).toBe('the END')
    expect(textOf(answer.parts, 'text')).toBe('not EN')
  })

  it('makes a failed event of events that break the grammar', async () => {
    const { run } = setUp([{ events: [{ type: 'part-delta', part: 0, text: 'x', tokens: 1 }] }])
    const events = await collect(await run(ask('hi')))
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'internal_error' } })
  })

  it('makes a failed event of an engine that stops without an end', async () => {
    const { run } = setUp([{ events: text('half') }])
    expect((await collect(await run(ask('hi')))).at(-1)).toMatchObject({ type: 'failed' })
  })

  it('counts what was spent when the reader leaves', async () => {
    const { run, spent } = setUp([{ events: text('a', 'b', 'c'), hang: true }])
    let seen = 0
    for await (const event of await run(ask('hi'))) {
      if (event.type === 'part-delta' && ++seen === 2) break
    }
    await expect.poll(() => spent).toEqual([{ inputTokens: 10, cachedTokens: 0, outputTokens: 2, reasoningTokens: 0 }])
  })
})

describe('the promise of JSON', () => {
  const object: AnswerFormat = { type: 'json-object' }
  const schema: AnswerFormat = {
    type: 'json-schema',
    name: 'answer',
    strict: true,
    schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  }
  const plea = 'That answer does not fit'

  it('lets a good answer pass, in a stream as it comes', async () => {
    const { run } = setUp([{ events: [...text('{"n"', ':1}'), ended] }])
    const events = await collect(await run(ask('hi', { format: schema }), false))
    expect(events.filter(event => event.type === 'part-delta').map(event => event.text)).toEqual(['{"n"', ':1}'])
    expect(events.at(-1)).toMatchObject({ type: 'ended' })
  })

  it('asks once for a repair, and adds up what both cost', async () => {
    const { run, engine, spent } = setUp([
      { when: plea, events: [...text('{"n":2}'), ended] },
      { events: [...part('reasoning', 0, 'hm'), ...part('text', 1, 'Sure! {"n":', '2}'), ended] },
    ])
    const answer = await foldGeneration(await run(ask('hi', { format: schema })))
    expect(answer.parts).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: '{"n":2}' },
    ])
    expect(answer.ended.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 })
    expect(engine.requests).toHaveLength(2)
    expect(spent).toHaveLength(2)
  })

  it('repairs in a stream too, as long as nothing was shown', async () => {
    const { run } = setUp([
      { when: plea, events: [...text('{}'), ended] },
      { events: [...text('Here: ', '{}'), ended] },
    ])
    const answer = await foldGeneration(await run(ask('hi', { format: object }), false))
    expect(textOf(answer.parts, 'text')).toBe('{}')
  })

  it('fails when the repair is no better', async () => {
    const { run } = setUp([{ events: [...text('no'), ended] }])
    const events = await collect(await run(ask('hi', { format: object })))
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'service_unavailable' } })
  })

  it('fails in a stream whose beginning was shown', async () => {
    const { run, engine } = setUp([{ events: [...text('{"n":"x"}'), ended] }])
    const events = await collect(await run(ask('hi', { format: schema }), false))
    expect(events.at(-1)).toMatchObject({ type: 'failed' })
    expect(engine.requests).toHaveLength(1)
  })

  it('leaves an answer that was cut by its length alone', async () => {
    const cut: ScriptedEvent = { type: 'ended', reason: 'length', usage }
    const { run } = setUp([{ events: [...text('{"n":'), cut] }])
    const answer = await foldGeneration(await run(ask('hi', { format: schema })))
    expect(answer.ended.reason).toBe('length')
    expect(textOf(answer.parts, 'text')).toBe('{"n":')
  })

  it('never runs a pattern of the caller', async () => {
    const hostile: AnswerFormat = {
      type: 'json-schema',
      name: 'x',
      strict: true,
      schema: { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+$' } } },
    }
    const { run } = setUp([{ events: [...text(`{"s":"${'a'.repeat(40)}!"}`), ended] }])
    const answer = await foldGeneration(await run(ask('hi', { format: hostile })))
    expect(answer.ended.reason).toBe('stop')
  })
})
