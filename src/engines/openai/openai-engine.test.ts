import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { foldGeneration } from '../../core/generation-fold.ts'
import { ask, eventsOf, forever, open, says } from './engine.fixture.ts'
import { delta, replyWith, sse, streamOf, usageChunk } from './mock-upstream.fixture.ts'

describe('a generation', () => {
  it('asks for a stream and gives its events', async () => {
    const { upstream, engine } = await open(says('Hello'), { key: 'k-1' })
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
      says('Hello')(request, response)
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
