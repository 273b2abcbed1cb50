import { describe, expect, it } from 'vitest'
import { foldGeneration } from '../../core/generation-fold.ts'
import { ask, errorFrom, eventsOf, forever, open } from './engine.fixture.ts'
import { delta, type MockReply, replyWith, sse, usageChunk } from './mock-upstream.fixture.ts'

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
