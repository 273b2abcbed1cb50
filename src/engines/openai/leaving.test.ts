import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ask, errorFrom, eventsOf, forever, open, says } from './engine.fixture.ts'
import { delta, type MockReply, replyWith, sse } from './mock-upstream.fixture.ts'

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

  it('ends a request whose connection is still being made', async () => {
    const { upstream, engine } = await open(silent)
    const gone = new AbortController()
    const early = engine.text.generate(ask('early'), gone.signal)[Symbol.asyncIterator]().next()
    gone.abort(new Error('gone'))
    await expect(early).rejects.toThrow('gone')

    const controller = new AbortController()
    const late = engine.text.generate(ask('late'), controller.signal)[Symbol.asyncIterator]().next()
    while (!upstream.chats.some(({ first }) => first === 'late')) await new Promise(resolve => setTimeout(resolve, 5))
    controller.abort(new Error('gone'))
    await expect(late).rejects.toThrow('gone')
    await Promise.all(upstream.chats.map(({ closed }) => closed))
  })

  it('does not even begin when it is too late', async () => {
    const { upstream, engine } = await open(says('Hello'))
    const generation = eventsOf(engine.text.generate(ask('Hi'), AbortSignal.abort(new Error('gone'))))
    await expect(generation).rejects.toThrow('gone')
    expect(upstream.chats).toEqual([])
  })

  it('leaves nothing on a signal that lives on', async () => {
    const { engine } = await open((request, response) => {
      if (request.first === 'fail') replyWith(400, { error: { message: 'no' } })(request, response)
      else says('Hello')(request, response)
    })
    const { signal } = new AbortController()
    for (let count = 0; count < 3; count++) await eventsOf(engine.text.generate(ask('Hi'), signal))
    await errorFrom(eventsOf(engine.text.generate(ask('fail'), signal)))
    for await (const event of engine.text.generate(ask('Hi'), signal)) if (event.type === 'part-delta') break
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
