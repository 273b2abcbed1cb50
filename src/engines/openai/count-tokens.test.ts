import { describe, expect, it, onTestFinished } from 'vitest'
import { foldGeneration } from '../../core/generation-fold.ts'
import { ask, engineFor, errorFrom } from './engine.fixture.ts'
import {
  chat,
  delta,
  type MockReply,
  type MockRequest,
  mockUpstream,
  replyWith,
  sse,
  streamOf,
  usageChunk,
} from './mock-upstream.fixture.ts'

const forever = () => new AbortController().signal
const tool = { name: 'f', parameters: { type: 'object' } }
const picture = {
  type: 'image',
  detail: 'low',
  param: '',
  source: { kind: 'base64', mediaType: 'image/png', data: 'AAAA' },
} as const

async function open(replies: Record<string, MockReply>) {
  const mock = await mockUpstream(replies)
  const { text, close } = engineFor([mock.url])
  onTestFinished(async () => {
    await close()
    await mock.close()
  })
  const paths = () => mock.requests.map(({ path }) => path)
  const count = (request = ask('Hi')) => text.countTokens({ ...request }, forever())
  const inputOf = async (request = ask('Hi')) =>
    (await foldGeneration(text.generate({ ...request }, forever()))).ended.usage.inputTokens
  return { mock, text, paths, count, inputOf }
}

/** A server whose prompt is as long as its messages' JSON. */
const lengthOf = ({ body }: MockRequest) => JSON.stringify([body.messages, body.tools ?? null]).length
const counting: MockReply = (request, response) =>
  streamOf(delta({ content: 'Hello' }), delta({}, 'stop'), usageChunk(lengthOf(request), 1))(request, response)
const silent = streamOf(delta({ content: 'Hello there' }), delta({}, 'stop'))

describe('counting tokens', () => {
  it('asks vLLM, which tokenises conversations', async () => {
    const tokenize: MockReply = (request, response) =>
      replyWith(200, { count: lengthOf(request), max_model_len: 4096, tokens: [] })(request, response)
    const { mock, count, inputOf, paths } = await open({ [chat]: counting, 'POST /tokenize': tokenize })
    const request = ask('Hi', { tools: [tool] })
    expect(await count(request)).toBe(await inputOf(request))
    expect(await count()).toBe(await inputOf())
    expect(paths().filter(path => path === '/tokenize')).toHaveLength(2)
    expect(mock.requests[0]?.body).toMatchObject({ model: 'theirs', messages: [{ content: 'Hi' }], tools: [{}] })
  })

  it('asks llama-server, which writes out its template', async () => {
    const { mock, count } = await open({
      'POST /apply-template': (request, response) =>
        replyWith(200, { prompt: `<s>${request.first}</s>` })(request, response),
      'POST /tokenize': (request, response) =>
        replyWith(200, { tokens: Array.from(request.body.content ?? '', () => 1) })(request, response),
    })
    expect(await count()).toBe('<s>Hi</s>'.length)
    expect(await count(ask('Hello'))).toBe('<s>Hello</s>'.length)
    expect(mock.requests.at(-1)?.body).toEqual({ content: '<s>Hello</s>', add_special: true, parse_special: true })
    expect(mock.requests).toHaveLength(5)
  })

  it('generates one token where the server can not tell otherwise', async () => {
    const { mock, count, inputOf, paths } = await open({ [chat]: counting })
    expect(await count()).toBe(await inputOf())
    expect(mock.chats[0]?.body.max_tokens).toBe(1)
    await count()
    expect(paths()).toEqual(['/tokenize', '/apply-template', ...Array(3).fill('/v1/chat/completions')])
  })

  it.each([
    ['pictures', ask('', { messages: [{ role: 'user', parts: [picture] }] })],
    ['an effort', ask('Hi', { effort: 'low' })],
  ])('generates one token for %s, which tokenising does not see', async (_, request) => {
    const { count, inputOf, paths } = await open({ [chat]: counting, 'POST /tokenize': replyWith(200, { count: 1 }) })
    expect(await count(request)).toBe(await inputOf(request))
    expect(paths()).not.toContain('/tokenize')
  })

  it('counts with a vocabulary of our own where the server never tells', async () => {
    const { count, inputOf } = await open({ [chat]: silent })
    const hi = await count()
    expect(hi).toBe(8)
    expect(hi).toBe(await inputOf())
    const seen = await count(ask('', { messages: [{ role: 'user', parts: [picture] }] }))
    expect(seen).toBe(407)
    expect(await inputOf(ask('Hi', { tools: [tool] }))).toBeGreaterThan(hi + 8)
  })

  it('counts what was said where the server does not', async () => {
    const reasoning = streamOf(delta({ reasoning: 'Hm, well.' }), delta({ content: ' yes' }), delta({}, 'stop'))
    const { text } = await open({ [chat]: reasoning })
    const { ended } = await foldGeneration(text.generate(ask('Hi'), forever()))
    expect(ended.usage).toEqual({ inputTokens: 8, cachedTokens: 0, outputTokens: 5, reasoningTokens: 3 })
  })

  it('does not generate again what has been generated', async () => {
    const { mock, text } = await open({ [chat]: counting })
    const request = ask('Hi')
    const { ended } = await foldGeneration(text.generate(request, forever()))
    expect(await text.countTokens(request, forever())).toBe(ended.usage.inputTokens)
    const left = ask('Bye')
    for await (const event of text.generate(left, forever())) if (event.type === 'started') break
    await text.countTokens(left, forever())
    expect(mock.chats).toHaveLength(2)
  })

  it('fails as a generation would', async () => {
    const { count } = await open({ [chat]: replyWith(400, { error: { message: 'too long' } }) })
    expect(await errorFrom(count())).toMatchObject({ code: 'request_params_invalid', message: 'too long' })
    const cut = await open({ [chat]: (_, response) => void response.writeHead(200).end(sse(delta({ content: 'a' }))) })
    expect(await errorFrom(cut.count())).toMatchObject({ code: 'service_unavailable' })
  })

  it('ends with its signal', async () => {
    const { text } = await open({ 'POST /tokenize': () => undefined })
    const controller = new AbortController()
    const count = text.countTokens(ask('Hi'), controller.signal)
    setTimeout(() => controller.abort(new Error('gone')), 20)
    await expect(count).rejects.toThrow('gone')
  })
})
