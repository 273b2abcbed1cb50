import { getEventListeners, once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { foldGeneration } from '../../core/generation-fold.ts'
import { ask, engineFor, errorFrom, eventsOf } from './engine.fixture.ts'
import {
  chat,
  delta,
  type MockReply,
  mockUpstream,
  replyWith,
  sse,
  streamOf,
  usageChunk,
} from './mock-upstream.fixture.ts'
import type { OpenaiOptions } from './openai-engine.ts'

async function open(reply: MockReply, options: Partial<OpenaiOptions> = {}) {
  const upstream = await mockUpstream({ [chat]: reply })
  const engine = engineFor([upstream.url], options)
  onTestFinished(async () => {
    await engine.close()
    await upstream.close()
  })
  return { upstream, engine }
}

const forever = () => new AbortController().signal
const hello = streamOf(
  delta({ role: 'assistant', content: '' }),
  delta({ content: 'Hello' }),
  delta({}, 'stop'),
  usageChunk(9, 1),
)
const says = (content: string) => streamOf(delta({ content }), delta({}, 'stop'), usageChunk(9, 1))

describe('a generation', () => {
  it('asks for a stream and gives its events', async () => {
    const { upstream, engine } = await open(hello, { key: 'k-1' })
    const events = await eventsOf(engine.text.generate(ask('Hi', { temperature: 0 }), forever()))
    expect(events).toEqual([
      { type: 'started', model: 'svc', inputTokens: expect.any(Number), cachedTokens: 0, ignored: [] },
      { type: 'part-start', part: 0, kind: 'text' },
      { type: 'part-delta', part: 0, text: 'Hello', tokens: 1 },
      { type: 'part-end', part: 0 },
      {
        type: 'ended',
        reason: 'stop',
        usage: { inputTokens: 9, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0 },
      },
    ])
    const [request] = upstream.chats
    expect(request?.headers).toMatchObject({ authorization: 'Bearer k-1', 'content-type': 'application/json' })
    expect(request?.headers['content-length']).toBeDefined()
    expect(request?.body).toMatchObject({
      model: 'theirs',
      stream: true,
      temperature: 0,
      stream_options: { include_usage: true },
    })
  })

  it('asks for the whole answer when that is all that is wanted', async () => {
    const message = { role: 'assistant', content: 'Hello' }
    const answer = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: usageChunk(9, 1).usage }
    const { upstream, engine } = await open(replyWith(200, answer))
    const { parts, ended } = await foldGeneration(engine.text.generate(ask('Hi'), forever(), { whole: true }))
    expect(parts).toEqual([{ kind: 'text', text: 'Hello' }])
    expect(ended.usage.inputTokens).toBe(9)
    expect(upstream.chats[0]?.body.stream).toBe(false)
  })

  it('keeps connections', async () => {
    const ports = new Set<number | undefined>()
    const { engine } = await open((request, response) => {
      ports.add(response.socket?.remotePort)
      hello(request, response)
    })
    for (let count = 0; count < 9; count++) await eventsOf(engine.text.generate(ask('Hi'), forever()))
    // The end of one answer may still be on its way when the next is asked for.
    expect(ports.size).toBeLessThan(4)
  })

  it('knows the input from the beginning where the server counts as it goes', async () => {
    const running = { ...delta({ role: 'assistant', content: '' }), usage: { prompt_tokens: 9, completion_tokens: 0 } }
    const { engine } = await open(streamOf(running, delta({ content: 'Hello' }), delta({}, 'stop')))
    const [started] = await eventsOf(engine.text.generate(ask('Hi'), forever()))
    expect(started).toMatchObject({ inputTokens: 9 })
  })

  it('names a stop sequence only if it was asked for', async () => {
    const end = { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop', stop_reason: 'END' }] }
    const { engine } = await open(streamOf(end, usageChunk(1, 1)))
    const stop = async (...stops: string[]) =>
      (await foldGeneration(engine.text.generate(ask('Hi', { stop: stops }), forever()))).ended.stopSequence
    expect(await stop('END')).toBe('END')
    expect(await stop('STOP')).toBeUndefined()
  })

  it('takes an answer of as many tokens as allowed for one that was cut, when the server does not say', async () => {
    const { engine } = await open(streamOf(delta({ content: 'a' }), usageChunk(1, 5)))
    const reason = async (maxTokens: number) =>
      (await foldGeneration(engine.text.generate(ask('Hi', { maxTokens }), forever()))).ended.reason
    expect(await reason(5)).toBe('length')
    expect(await reason(6)).toBe('stop')
  })

  it('is not read faster than it is taken', async () => {
    let written = 0
    const { engine } = await open(async (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = sse(delta({ content: 'x'.repeat(1000) })).repeat(100)
      for (let count = 0; count < 400 && !response.destroyed; count++) {
        written += piece.length
        if (!response.write(piece)) await Promise.race([once(response, 'drain'), request.closed])
      }
    })
    const events = engine.text.generate(ask('Hi'), forever())[Symbol.asyncIterator]()
    for (let count = 0; count < 10; count++) await events.next()
    for (let quiet = 0, before = 0; quiet < 6; quiet = before === written ? quiet + 1 : 0) {
      before = written
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    expect(written).toBeLessThan(40_000_000)
    for (let count = 0; count < 39_000; count++) await events.next()
    expect(written).toBeGreaterThan(40_000_000)
    await events.return?.()
  })
})

describe('leaving', () => {
  const endless: MockReply = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(sse(delta({ content: 'Once' })))
  }
  const silent: MockReply = () => undefined

  it.each([
    ['before it answers', silent, 0],
    ['in the middle', endless, 3],
  ])('closes the connection within 100 ms: %s', async (_, reply, taken) => {
    const { upstream, engine } = await open(reply)
    const controller = new AbortController()
    const events = engine.text.generate(ask('Hi'), controller.signal)[Symbol.asyncIterator]()
    for (let count = 0; count < taken; count++) await events.next()
    const next = events.next()
    while (upstream.chats.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    const leftAt = performance.now()
    controller.abort(new Error('gone'))
    await expect(next).rejects.toThrow('gone')
    await upstream.chats[0]?.closed
    expect(performance.now() - leftAt).toBeLessThan(100)
    await expect(events.next()).rejects.toThrow('gone')
  })

  it.each([
    ['while it waits', true],
    ['between events', false],
  ])('works without a signal, too: %s', async (_, isWaiting) => {
    const { upstream, engine } = await open(endless)
    const events = engine.text.generate(ask('Hi'), forever())[Symbol.asyncIterator]()
    for (let count = 0; count < 3; count++) await events.next()
    const next = isWaiting ? events.next() : undefined
    await events.return?.()
    await upstream.chats[0]?.closed
    expect(await next).toEqual(isWaiting ? { done: true, value: undefined } : undefined)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  it('ends a beginning, too', async () => {
    let calls = 0
    const { upstream, engine } = await open((request, response) => {
      calls += 1
      if (calls === 1) replyWith(503, '')(request, response)
    })
    const events = engine.text.generate(ask('Hi'), forever())[Symbol.asyncIterator]()
    const next = events.next()
    while (calls === 0) await new Promise(resolve => setTimeout(resolve, 5))
    await events.return?.()
    await expect(next).rejects.toThrow()
    await Promise.all(upstream.chats.map(({ closed }) => closed))
  })

  it('does not even begin when it is too late', async () => {
    const { upstream, engine } = await open(hello)
    const generation = eventsOf(engine.text.generate(ask('Hi'), AbortSignal.abort(new Error('gone'))))
    await expect(generation).rejects.toThrow('gone')
    expect(upstream.chats).toEqual([])
  })

  it('leaves nothing on a signal that lives on', async () => {
    const { engine } = await open((request, response) => {
      const text = request.body.messages[0].content
      if (text === 'fail') replyWith(400, { error: { message: 'no' } })(request, response)
      else hello(request, response)
    })
    const { signal } = new AbortController()
    for (let count = 0; count < 3; count++) await eventsOf(engine.text.generate(ask('Hi'), signal))
    await errorFrom(eventsOf(engine.text.generate(ask('fail'), signal)))
    for await (const event of engine.text.generate(ask('Hi'), signal)) if (event.type === 'part-delta') break
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('failure', () => {
  it('is thrown before the first event', async () => {
    const { engine } = await open(replyWith(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }))
    expect(await errorFrom(eventsOf(engine.text.generate(ask('Hi'), forever())))).toMatchObject({
      code: 'rate_limited',
      retryAfter: 7,
    })
  })

  it('is an event after it', async () => {
    const { engine } = await open((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(sse(delta({ content: 'Hel' })), () => setTimeout(() => response.destroy(), 20))
    })
    const events = await eventsOf(engine.text.generate(ask('Hi'), forever()))
    expect(events.map(({ type }) => type)).toEqual(['started', 'part-start', 'part-delta', 'failed'])
    expect(events.at(-1)).toMatchObject({
      error: { code: 'service_unavailable', message: expect.stringContaining('closed') },
    })
  })

  it.each([
    ['before it answers', () => undefined],
    ['after the head', (_: unknown, response: { flushHeaders(): void }) => response.flushHeaders()],
  ] as [string, MockReply][])('is silence %s', async (_, reply) => {
    const { upstream, engine } = await open(reply, { idleSeconds: 0.1 })
    expect(await errorFrom(eventsOf(engine.text.generate(ask('Hi'), forever())))).toMatchObject({
      code: 'upstream_timeout',
    })
    await upstream.chats[0]?.closed
  })

  it('is silence in the middle, but not slowness', async () => {
    const { engine } = await open(
      async (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (let count = 0; count < 25; count++) {
          response.write(sse(delta({ content: 'x' })))
          await new Promise(resolve => setTimeout(resolve, 20))
        }
      },
      { idleSeconds: 0.4 },
    )
    const events = await eventsOf(engine.text.generate(ask('Hi'), forever()))
    expect(events.filter(({ type }) => type === 'part-delta')).toHaveLength(25)
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'upstream_timeout' } })
  })

  it('is an answer that takes too long, though it never falls silent', async () => {
    const { engine } = await open(
      (request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const timer = setInterval(() => response.write(sse(delta({ content: 'x' }))), 20)
        request.closed.then(() => clearInterval(timer))
      },
      { timeoutSeconds: 0.3 },
    )
    const events = await eventsOf(engine.text.generate(ask('Hi'), forever()))
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'upstream_timeout' } })
  })

  it('is not the silence before a whole answer', async () => {
    const answer = {
      choices: [{ index: 0, message: { content: 'Hello' }, finish_reason: 'stop' }],
      usage: usageChunk(1, 1).usage,
    }
    const { engine } = await open(
      (request, response) => void setTimeout(() => replyWith(200, answer)(request, response), 300),
      { idleSeconds: 0.1 },
    )
    const { parts } = await foldGeneration(engine.text.generate(ask('Hi'), forever(), { whole: true }))
    expect(parts).toEqual([{ kind: 'text', text: 'Hello' }])
  })

  it('is not a server that says why it stopped and then falls silent', async () => {
    const { engine } = await open(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(sse(delta({ content: 'Hi' }), delta({}, 'stop'), usageChunk(3, 1)))
      },
      { idleSeconds: 0.1 },
    )
    const { ended } = await foldGeneration(engine.text.generate(ask('Hi'), forever()))
    expect(ended).toMatchObject({ reason: 'stop', usage: { inputTokens: 3 } })
  })
})

describe('what a server can not take', () => {
  const strict: MockReply = (request, response) => {
    const unknown = ['top_k', 'reasoning_effort'].find(field => field in request.body)
    const refusal = { error: { message: `Unrecognized request argument supplied: ${unknown}` } }
    if (unknown) replyWith(400, refusal)(request, response)
    else says('Hello')(request, response)
  }
  const started = async (engine: ReturnType<typeof engineFor>, more: Parameters<typeof ask>[1]) =>
    (await eventsOf(engine.text.generate(ask('Hi', more), forever())))[0]

  it('is left out, reported, and remembered', async () => {
    const { upstream, engine } = await open(strict)
    expect(await started(engine, { topK: 5, effort: 'low', temperature: 1 })).toMatchObject({
      ignored: ['topK', 'effort'],
    })
    expect(upstream.chats).toHaveLength(3)
    expect(await started(engine, { topK: 5 })).toMatchObject({ ignored: ['topK'] })
    expect(await started(engine, { temperature: 1 })).toMatchObject({ ignored: [] })
    expect(upstream.chats).toHaveLength(5)
  })

  it('is remembered only where it is not the value that was refused', async () => {
    const { engine } = await open((request, response) => {
      const message = "Unsupported value: 'temperature' does not support 0.2 with this model."
      const refusal = { error: { message, param: 'temperature', code: 'unsupported_value' } }
      if (request.body.temperature === 0.2) replyWith(400, refusal)(request, response)
      else says('Hello')(request, response)
    })
    expect(await started(engine, { temperature: 0.2 })).toMatchObject({ ignored: ['temperature'] })
    expect(await started(engine, { temperature: 1 })).toMatchObject({ ignored: [] })
  })

  it('may be what we added: then nobody hears of it', async () => {
    const { upstream, engine } = await open((request, response) => {
      if (request.body.stream_options) replyWith(400, { error: { message: 'bad request' } })(request, response)
      else says('Hello')(request, response)
    })
    expect(await started(engine, {})).toMatchObject({ ignored: [] })
    expect(await started(engine, {})).toMatchObject({ ignored: [] })
    expect(upstream.chats).toHaveLength(3)
  })

  it('may be the name of the limit', async () => {
    const { upstream, engine } = await open((request, response) => {
      const message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
      if (request.body.max_tokens) replyWith(400, { error: { message } })(request, response)
      else says('Hello')(request, response)
    })
    expect(await started(engine, { maxTokens: 7 })).toMatchObject({ ignored: [] })
    expect(upstream.chats.at(-1)?.body.max_completion_tokens).toBe(7)
  })

  it('is not what is merely wrong', async () => {
    const { upstream, engine } = await open((request, response) => {
      const isWrong = request.body.temperature > 1
      if (isWrong)
        replyWith(400, { error: { message: 'temperature must be at most 1', param: 'temperature' } })(request, response)
      else says('Hello')(request, response)
    })
    await started(engine, {})
    const error = await errorFrom(eventsOf(engine.text.generate(ask('Hi', { temperature: 2 }), forever())))
    expect(error).toMatchObject({ code: 'request_params_invalid', message: 'temperature must be at most 1' })
    expect(upstream.chats).toHaveLength(2)
  })

  it('is not asked for ever', async () => {
    const refusal = { error: { message: 'unknown parameter top_k, and stream_options too' } }
    const { upstream, engine } = await open(replyWith(400, refusal))
    expect(await errorFrom(eventsOf(engine.text.generate(ask('Hi', { topK: 1 }), forever())))).toMatchObject({
      code: 'request_params_invalid',
    })
    expect(upstream.chats.length).toBeLessThan(5)
  })
})
