import { describe, expect, it, onTestFinished } from 'vitest'
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

const forever = () => new AbortController().signal
const hello = streamOf(delta({ content: 'Hello' }), delta({}, 'stop'), usageChunk(9, 1))
const down = replyWith(503, { error: { message: 'loading' } })

async function open(replies: readonly MockReply[], options: Partial<OpenaiOptions> = {}) {
  const upstreams = await Promise.all(replies.map(reply => mockUpstream({ [chat]: reply })))
  const engine = engineFor(
    upstreams.map(({ url }) => url),
    options,
  )
  onTestFinished(async () => {
    await engine.close()
    await Promise.all(upstreams.map(upstream => upstream.close()))
  })
  const say = (text: string) => eventsOf(engine.text.generate(ask(text), forever()))
  return { upstreams, engine, say, counts: () => upstreams.map(({ chats }) => chats.length) }
}

/** Something to say that goes to the first server while both are well. */
async function wordsForFirst({ say, upstreams }: Awaited<ReturnType<typeof open>>): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const before = upstreams[0]?.chats.length ?? 0
    await say(`Hi ${attempt}`)
    if ((upstreams[0]?.chats.length ?? 0) > before) return `Hi ${attempt}`
  }
}

describe('several servers', () => {
  it('share the conversations, and each conversation stays with one', async () => {
    const { engine, upstreams } = await open([hello, hello, hello])
    const talk = async (text: string, turns: number) => {
      const first = ask(text).messages
      const more = [{ role: 'assistant', text: 'Hello', toolCalls: [] } as const, ...ask(`turn ${turns}`).messages]
      await eventsOf(
        engine.text.generate({ ...ask(text), messages: turns === 0 ? first : [...first, ...more] }, forever()),
      )
    }
    for (let conversation = 0; conversation < 30; conversation++) {
      for (let turns = 0; turns < 3; turns++) await talk(`conversation ${conversation}`, turns)
    }
    const heard = upstreams.map(({ chats }) => chats.map(({ first }) => first))
    for (const texts of heard) {
      expect(new Set(texts).size).toBeGreaterThan(2)
      expect(texts).toHaveLength(3 * new Set(texts).size)
    }
  })

  it('share the load of one conversation when it becomes too much for one', async () => {
    const waiting: (() => void)[] = []
    const slow: MockReply = (request, response) => void waiting.push(() => hello(request, response))
    const { say, counts } = await open([slow, slow])
    const all = Array.from({ length: 30 }, () => say('the same'))
    while (waiting.length < 30) await new Promise(resolve => setTimeout(resolve, 5))
    const [least = 0, most = 0] = counts().toSorted((a, b) => a - b)
    expect(most).toBeGreaterThan(least)
    expect(least).toBeGreaterThanOrEqual(8)
    for (const reply of waiting) reply()
    await Promise.all(all)
  })
})

describe('failing over', () => {
  let isDown = false
  const sometimes =
    (otherwise: MockReply): MockReply =>
    (request, response) =>
      (isDown ? otherwise : hello)(request, response)

  it.each([
    ['502', replyWith(502, 'Bad Gateway')],
    ['503', down],
    ['504', replyWith(504, '')],
    ['429', replyWith(429, '{}')],
    ['a page', replyWith(200, '<html></html>')],
    ['a closed connection', (_, response) => void response.destroy()],
    ['silence', () => undefined],
    [
      'an error as its first word',
      (_, response) => void response.writeHead(200).end(sse({ error: { message: 'no', code: 503 } })),
    ],
  ] as [string, MockReply][])('after %s', async (_, failure) => {
    isDown = false
    const site = await open([sometimes(failure), hello], { idleSeconds: 0.2 })
    const words = await wordsForFirst(site)
    isDown = true
    const before = site.counts()[1] ?? 0
    const events = await site.say(words)
    expect(events.at(-1)).toMatchObject({ type: 'ended' })
    expect(site.counts()[1]).toBe(before + 1)
  })

  it('after a server is gone', async () => {
    const site = await open([hello, hello])
    const words = await wordsForFirst(site)
    await site.upstreams[0]?.close()
    expect((await site.say(words)).at(-1)).toMatchObject({ type: 'ended' })
  })

  it.each([
    ['400', replyWith(400, { error: { message: 'no' } }), 'request_params_invalid'],
    ['401', replyWith(401, ''), 'service_unavailable'],
    ['500', replyWith(500, ''), 'service_unavailable'],
  ])('not after %s', async (_, failure, code) => {
    isDown = false
    const site = await open([sometimes(failure), hello])
    const words = await wordsForFirst(site)
    isDown = true
    expect(await errorFrom(site.say(words))).toMatchObject({ code })
  })

  it('not after the first event', async () => {
    isDown = false
    const cut: MockReply = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(sse(delta({ content: 'Hel' })), () => setTimeout(() => response.destroy(), 20))
    }
    const site = await open([sometimes(cut), hello])
    const words = await wordsForFirst(site)
    isDown = true
    const before = site.counts()[1]
    expect((await site.say(words)).at(-1)).toMatchObject({ type: 'failed' })
    expect(site.counts()[1]).toBe(before)
  })

  it('asks each server at most once, and tells of the last', async () => {
    const { say, counts } = await open([down, down, down])
    expect(await errorFrom(say('Hi'))).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('503'),
    })
    expect(counts()).toEqual([1, 1, 1])
  })

  it('leaves a server alone that asked for it', async () => {
    isDown = false
    const site = await open([sometimes(replyWith(429, '{}', { 'retry-after': '60' })), hello])
    const words = await wordsForFirst(site)
    isDown = true
    await site.say(words)
    const [first] = site.counts()
    await site.say(words)
    expect(site.counts()[0]).toBe(first)
  })
})

describe('one server', () => {
  const failsFirst = (failure: MockReply): MockReply => {
    let calls = 0
    return (request, response) => {
      calls += 1
      return (calls === 1 ? failure : hello)(request, response)
    }
  }

  it.each([
    ['a closed connection', (_, response) => void response.destroy()],
    ['503', down],
    ['502', replyWith(502, '')],
  ] as [string, MockReply][])('is asked once more after %s', async (_, failure) => {
    const { say, counts } = await open([failsFirst(failure)])
    expect((await say('Hi')).at(-1)).toMatchObject({ type: 'ended' })
    expect(counts()).toEqual([2])
  })

  it('is asked only once more', async () => {
    const { say, counts } = await open([down])
    expect(await errorFrom(say('Hi'))).toMatchObject({ code: 'service_unavailable' })
    expect(counts()).toEqual([2])
  })

  it.each([
    ['503 with a time to wait', replyWith(503, '', { 'retry-after': '3' })],
    ['429', replyWith(429, '')],
    ['500', replyWith(500, '')],
  ] as [string, MockReply][])('is not asked again after %s', async (_, failure) => {
    const { say, counts } = await open([failsFirst(failure)])
    await errorFrom(say('Hi'))
    expect(counts()).toEqual([1])
  })

  it('that is not there is unavailable', async () => {
    const site = await open([hello])
    await site.upstreams[0]?.close()
    expect(await errorFrom(site.say('Hi'))).toMatchObject({
      code: 'service_unavailable',
      message: 'The server behind "svc" can\'t be reached.',
    })
  })

  it('that keeps failing is left alone for a while', async () => {
    const { say, counts } = await open([replyWith(500, '')])
    for (let count = 0; count < 5; count++) await errorFrom(say('Hi'))
    expect(await errorFrom(say('Hi'))).toMatchObject({ code: 'service_unavailable', retryAfter: 1 })
    expect(counts()).toEqual([5])
  })
})
