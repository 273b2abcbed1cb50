import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunkOf, framesOf } from '../../../test/support/chat-stream.ts'
import { errorBody } from '../../../test/support/error-body.ts'
import { type GenerationServer, startGenerationServer } from '../../../test/support/generation-server.ts'
import { ends, says } from '../../../test/support/scripted-answers.ts'
import { createWatchedEngine } from '../../../test/support/watched-engine.ts'
import { createScriptedEngine } from '../../engines/scripted/scripted.ts'
import { chatRoutes } from './route.ts'

const engine = createScriptedEngine({
  replies: [
    { when: 'refuse', refuse: { code: 'rate_limited', message: 'Too many at once.' } },
    {
      when: 'break',
      events: [...says({ text: 'Half' }), { type: 'failed', code: 'upstream_timeout', message: 'It is silent.' }],
    },
    { when: 'person', events: [...says({ text: '{"name": "Ada"}' }), ends()] },
    { when: 'prose', events: [...says({ text: 'She is Ada.' }), ends()] },
    { events: [...says({ reasoning: 'A greeting.' }, { text: 'Hello to you.' }), ends()] },
  ],
})
const forgetful = createWatchedEngine([{ events: [ends()] }], ['temperature', 'topP', 'seed', 'format', 'maxTokens'])

let server: GenerationServer
beforeAll(async () => {
  const engines = { 'svc-3.7-flash': engine, 'svc-3.5-flash-2603': engine, 'svc-3.5-flash': forgetful }
  server = await startGenerationServer({ chat: chatRoutes }, engines)
})
afterAll(() => server[Symbol.asyncDispose]())

const asking = (content: string, more: object = {}) => ({
  model: 'svc-3.7-flash',
  messages: [{ role: 'user', content }],
  ...more,
})
const post = (content: string, more: object = {}) => server.post('/v1/chat/completions', asking(content, more))
const contentOf = async (reply: Response) =>
  ((await reply.json()) as { choices: { message: { content: string } }[] }).choices.map(one => one.message.content)
const usage = {
  prompt_tokens: 10,
  cached_tokens: 4,
  completion_tokens: 6,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
}

describe('POST /v1/chat/completions', () => {
  it('answers whole', async () => {
    const reply = await post('Hi')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.has('x-medley-ignored')).toBe(false)
    expect(await reply.json()).toEqual({
      id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9]{24}$/),
      object: 'chat.completion',
      created: 1_780_000_000,
      model: 'svc-3.7-flash',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'Hello to you.', reasoning: 'A greeting.' },
        },
      ],
      usage,
    })
  })

  it('answers as a stream', async () => {
    const frames = framesOf(await (await post('Hi', { stream: true })).text())
    expect(frames.pop()).toBe('data: [DONE]\n\n')
    const chunks = frames.map(chunkOf)
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    expect(chunks.map(({ choices }) => choices[0]?.delta.content).join('')).toBe('Hello to you.')
    expect(chunks.map(({ choices }) => choices[0]?.delta.reasoning ?? '').join('')).toBe('A greeting.')
    expect(chunks.at(-1)?.usage).toEqual(usage)
  })

  it('numbers its choices, and gives each a seed of its own', async () => {
    expect(await contentOf(await post('Hi', { n: 3, seed: 7 }))).toEqual(Array(3).fill('Hello to you.'))
    expect(engine.requests.slice(-3).map(({ seed }) => seed)).toEqual([7, 8, 9])
    expect(await contentOf(await post('Hi', { n: 2 }))).toHaveLength(2)
    expect(engine.requests.slice(-2).map(({ seed }) => seed)).toEqual([undefined, undefined])
  })

  it.each([false, true])('stops where it is told, also between pieces (stream: %s)', async stream => {
    const reply = await post('Hi', { stop: ['lo to', 'never'], stream })
    if (!stream)
      expect(await reply.json()).toMatchObject({ choices: [{ finish_reason: 'stop', message: { content: 'Hel' } }] })
    else expect((await reply.text()).match(/"content":"[^"]+"/g)).toEqual(['"content":"Hel"'])
  })

  it('keeps its word on JSON', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    for (const response_format of [{ type: 'json_object' }, { type: 'json_schema', json_schema: { schema } }]) {
      expect(await contentOf(await post('a person', { response_format }))).toEqual(['{"name": "Ada"}'])
      expect((await post('prose', { response_format })).status).toBe(503)
    }
    expect(await contentOf(await post('prose', { response_format: { type: 'text' } }))).toEqual(['She is Ada.'])
  })

  it('merges what is in a literal extra_body', async () => {
    const extra_body = { reasoning_format: 'deepseek-style', seed: 5, odd: 1 }
    const reply = await post('Hi', { extra_body, seed: 1 })
    expect(reply.headers.get('x-medley-ignored')).toBe('odd')
    expect(await reply.json()).toMatchObject({ choices: [{ message: { reasoning_content: 'A greeting.' } }] })
    expect(engine.requests.at(-1)?.seed).toBe(5)
    const wrong = await post('Hi', { extra_body: { temperature: 3 } })
    expect(await wrong.json()).toEqual(
      errorBody('request_params_invalid', '"temperature" must be at most 2 (got 3).', 'temperature'),
    )
  })

  it('takes null for what is not set', async () => {
    const nulls = { temperature: null, tools: null, stop: null, stream: null, response_format: null, extra_body: null }
    const reply = await post('Hi', nulls)
    expect(reply.status).toBe(200)
    expect(reply.headers.has('x-medley-ignored')).toBe(false)
  })
})

describe('what is ignored', () => {
  it('is named when it is not known, or the engine can not take it', async () => {
    const more = { model: 'svc-3.5-flash', temperature: 1, seed: 1, max_completion_tokens: 9, logprobs: true, 'ä b': 1 }
    for (const stream of [false, true]) {
      const reply = await post('Hi', { ...more, stream })
      expect(reply.headers.get('x-medley-ignored')).toBe('logprobs, ??b, temperature, seed, max_completion_tokens')
      await reply.text()
    }
  })

  it('is not named when only a default of ours was', async () => {
    const reply = await post('Hi', { model: 'svc-3.5-flash', temperature: null })
    expect(reply.headers.has('x-medley-ignored')).toBe(false)
  })
})

describe('what fails', () => {
  it.each([false, true])('before the first byte is an error of HTTP (stream: %s)', async stream => {
    const reply = await post('refuse', { stream })
    expect(reply.status).toBe(429)
    expect(await reply.json()).toEqual(errorBody('rate_limited', 'Too many at once.'))
  })

  it('in the middle breaks the stream off, without [DONE]', async () => {
    const reply = await post('break', { stream: true, stream_options: { include_usage: true } })
    expect(reply.status).toBe(200)
    const frames = framesOf(await reply.text())
    expect(frames.pop()).toBe(`data: ${JSON.stringify(errorBody('upstream_timeout', 'It is silent.'))}\n\n`)
    expect(frames.map(frame => chunkOf(frame).choices[0]?.delta.content).join('')).toBe('Half')
  })

  it('in the middle fails the whole', async () => {
    const reply = await post('break')
    expect(reply.status).toBe(504)
    expect(await reply.json()).toEqual(errorBody('upstream_timeout', 'It is silent.'))
  })

  it.each([
    [{ model: 'nobody' }, 404, 'model_invalid'],
    [{ model: 'svc-asr' }, 400, 'request_params_invalid'],
    [{ model: 'svc-5-preview' }, 503, 'service_unavailable'],
    [{ n: 0 }, 400, 'request_params_invalid'],
    [{ model: 'svc-3.5-flash-2603', reasoning_effort: 'medium' }, 400, 'request_params_invalid'],
    [{ tools: [{ type: 'retrieval', function: { options: {} } }] }, 400, 'request_params_invalid'],
  ])('is told for %j', async (more, status, code) => {
    const reply = await post('Hi', more)
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ error: { type: code, code } })
  })

  it('for want of a key', async () => {
    const reply = await server.post('/v1/chat/completions', asking('Hi'), {})
    expect(reply.status).toBe(401)
    expect(await reply.json()).toEqual(errorBody('invalid_api_key', 'Incorrect API key provided'))
  })
})
