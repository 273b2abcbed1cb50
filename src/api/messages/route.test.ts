import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type GenerationServer, startGenerationServer } from '../../../test/support/generation-server.ts'
import { createScriptedEngine, type ScriptedEvent } from '../../engines/scripted/scripted.ts'
import { messageRoutes } from './route.ts'

const usage = { inputTokens: 10, cachedTokens: 4, outputTokens: 3, reasoningTokens: 0 }
const hello: ScriptedEvent[] = [
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-delta', part: 0, text: 'Hello', tokens: 3 },
  { type: 'part-end', part: 0 },
]
const engine = createScriptedEngine({
  replies: [
    { when: 'refuse', refuse: { code: 'rate_limited', message: 'Too many at once.' } },
    { when: 'hang', events: hello, hang: true },
    {
      when: 'break',
      events: [...hello, { type: 'failed', code: 'upstream_timeout', message: 'The engine is silent.' }],
    },
    { events: [...hello, { type: 'ended', reason: 'stop', usage }] },
  ],
})
const request = { model: 'svc-3.7-flash', max_tokens: 100, messages: [{ role: 'user', content: 'Say hello' }] }
const saying = (content: string) => ({ ...request, messages: [{ role: 'user', content }] })

let server: GenerationServer
beforeAll(async () => {
  const engines = { 'svc-3.7-flash': engine, 'svc-3.5-flash-2603': engine }
  server = await startGenerationServer({ messages: messageRoutes }, engines)
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => vi.useRealTimers())

async function refusal(body: unknown, path = '/v1/messages') {
  const response = await server.post(path, body)
  return { status: response.status, body: (await response.json()) as { error: { type: string; message: string } } }
}

describe('POST /v1/messages', () => {
  it('answers whole', async () => {
    const response = await server.post('/v1/messages', request)
    expect(response.status).toBe(200)
    expect(response.headers.has('x-medley-ignored')).toBe(false)
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^msg_[A-Za-z0-9]{24}$/),
      type: 'message',
      role: 'assistant',
      model: 'svc-3.7-flash',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 6, output_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: 4 },
    })
  })

  it('answers as a stream of named events', async () => {
    const response = await server.post('/v1/messages', { ...request, stream: true })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const names = [...(await response.text()).matchAll(/^event: (\w+)\ndata: \{"type":"(\w+)"/gm)]
    expect(names.map(([, name, type]) => [name, type])).toEqual(
      [
        'message_start',
        'ping',
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ].map(name => [name, name]),
    )
  })

  it.each([
    ['authorization', (key: string) => `Bearer ${key}`],
    ['x-api-key', (key: string) => key],
  ])('takes the key as %s', async (name, write) => {
    expect((await server.post('/v1/messages', request, { [name]: write(server.key) })).status).toBe(200)
    const refused = await server.post('/v1/messages', request, { [name]: write('mk-wrong') })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toEqual({
      type: 'error',
      error: { type: 'invalid_api_key', message: 'Incorrect API key provided' },
      request_id: refused.headers.get('request-id'),
    })
  })

  it('believes the bearer before the other header', async () => {
    const headers = { authorization: 'Bearer mk-wrong', 'x-api-key': server.key }
    expect((await server.post('/v1/messages', request, headers)).status).toBe(401)
  })

  it('tolerates what it does not know, and says so', async () => {
    const cache_control = { type: 'ephemeral' }
    const response = await server.post('/v1/messages', {
      ...request,
      system: [{ type: 'text', text: 'Be brief.', cache_control }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control, citations: null }] }],
      tools: [{ name: 'now', input_schema: { type: 'object' }, cache_control }],
      metadata: { user_id: 'someone' },
      thinking: { type: 'enabled', budget_tokens: 1024 },
      tool_choice: 'whatever',
      output_config: { format: 'whatever' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-medley-ignored')).toBe('metadata, thinking, tool_choice, output_config.format')
  })

  it('does not pretend to know the rest of a conversation', async () => {
    const thread = { type: 'continue', previous_message_id: 'msg_1' }
    expect(await refusal({ ...request, thread })).toEqual({
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'request_params_invalid',
          message: expect.stringContaining('"thread"'),
          details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
        },
        request_id: expect.stringMatching(/^req_/),
      },
    })
    expect((await server.post('/v1/messages', { ...request, thread: null })).status).toBe(200)
  })

  it('answers with a status while nothing has been said', async () => {
    expect(await refusal({ ...saying('refuse'), stream: true })).toEqual({
      status: 429,
      body: {
        type: 'error',
        error: { type: 'rate_limited', message: 'Too many at once.' },
        request_id: expect.stringMatching(/^req_/),
      },
    })
  })

  it('shows a failure in the middle as an event, and closes', async () => {
    const response = await server.post('/v1/messages', { ...saying('break'), stream: true })
    expect(response.status).toBe(200)
    const frames = (await response.text()).trimEnd().split('\n\n')
    const [name, data = ''] = frames.at(-1)?.split('\n') ?? []
    expect(name).toBe('event: error')
    expect(JSON.parse(data.replace('data: ', ''))).toEqual({
      type: 'error',
      error: { type: 'upstream_timeout', message: 'The engine is silent.' },
      request_id: response.headers.get('request-id'),
    })
    expect(frames.join()).not.toContain('message_stop')
  })

  it('fails as a whole when it waits for the whole', async () => {
    expect(await refusal(saying('break'))).toMatchObject({ status: 504, body: { error: { type: 'upstream_timeout' } } })
  })

  it('pings whenever it has been silent for 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': server.key },
      body: JSON.stringify({ ...saying('hang'), stream: true }),
      signal: leaving.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readUntil = async (found: () => boolean) => {
      while (!found()) text += (await reader?.read())?.value ?? ''
    }
    const pings = () => text.split('event: ping\ndata: {"type":"ping"}\n\n').length - 1
    await readUntil(() => text.includes('content_block_stop'))
    expect(pings()).toBe(1)
    vi.advanceTimersByTime(15_000)
    await readUntil(() => pings() > 1)
    expect(pings()).toBe(2)
    vi.advanceTimersByTime(20 * 15_000)
    await readUntil(() => pings() >= 22)
    expect(pings()).toBe(22)
    leaving.abort()
  })
})

describe('the limits of a request', () => {
  it.each([
    ['max_tokens', 1],
    ['temperature', 0],
    ['temperature', 2],
    ['top_p', 0.001],
    ['top_p', 1],
    ['top_k', 0],
    ['top_k', 500],
    ['stop_sequences', []],
    ['stop_sequences', ['END']],
    ['tools', []],
    ['stream', false],
    ['system', null],
    ['output_config', {}],
    ['output_config', { effort: 'medium' }],
  ])('allow %s to be %j', async (name, value) => {
    expect((await server.post('/v1/messages', { ...request, [name]: value })).status).toBe(200)
  })

  it.each([
    ['max_tokens', undefined, 'is required'],
    ['max_tokens', 0, 'greater than 0'],
    ['max_tokens', 1.5, 'a whole number'],
    ['temperature', -0.1, 'at least 0'],
    ['temperature', 2.1, 'at most 2'],
    ['temperature', '1', 'a number'],
    ['top_p', 0, 'greater than 0'],
    ['top_p', 1.1, 'at most 1'],
    ['top_k', -1, 'at least 0'],
    ['top_k', 501, 'at most 500'],
    ['top_k', 0.5, 'a whole number'],
    ['stop_sequences', 'END', 'an array'],
    ['stop_sequences[0]', 5, 'a string'],
    ['messages', [], 'at least 1 item'],
    ['messages', undefined, 'is required'],
    ['model', undefined, 'is required'],
    ['output_config.effort', 'extreme', '"low", "medium", "high"'],
    ['messages[0].role', 'system', '"user", "assistant"'],
    ['messages[0].content', 5, 'a string or an array'],
    ['messages[0].content', [], 'at least 1 item'],
    ['messages[0].content[0].type', 'document', '"text", "image", "tool_result"'],
    ['messages[0].content[0].source.type', 'file', '"url", "base64"'],
    ['messages[0].content[0].source.media_type', 'image/bmp', '"image/png"'],
    ['tools[0].name', 'no spaces', '1 to 128 letters'],
  ])('refuse %s as %j', async (param, value, demand) => {
    const { status, body } = await refusal(withValue(param, value))
    expect(status).toBe(400)
    expect(body).toEqual({
      type: 'error',
      error: { type: 'request_params_invalid', message: expect.stringContaining(`"${param}" `) },
      request_id: expect.any(String),
    })
    expect(body.error.message).toContain(demand)
  })

  it('know the model with two efforts', async () => {
    const body = { ...request, model: 'svc-3.5-flash-2603', output_config: { effort: 'medium' } }
    expect(await refusal(body)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('"output_config.effort" must be "low" or "high"') } },
    })
  })

  it('know the models', async () => {
    expect(await refusal({ ...request, model: 'other' })).toMatchObject({
      status: 404,
      body: { type: 'error', error: { type: 'model_invalid' } },
    })
  })
})

describe('POST /v1/messages/count_tokens', () => {
  it('counts', async () => {
    const { model, messages } = request
    const response = await server.post('/v1/messages/count_tokens', { model, messages, system: 'Be brief.' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ input_tokens: 10 })
  })

  it('refuses in the dress of its dialect', async () => {
    expect(await refusal({ model: 'svc-3.7-flash' }, '/v1/messages/count_tokens')).toMatchObject({
      status: 400,
      body: { type: 'error', error: { message: '"messages" is required.' } },
    })
  })
})

/** The request with that value at that place, and what has to stand around it. */
function withValue(path: string, value: unknown): unknown {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  const body = structuredClone({
    ...request,
    messages: [{ role: 'user', content: path.includes('content[') ? [image] : 'Hi' }],
    tools: [{ name: 'now', input_schema: { type: 'object' } }],
    stop_sequences: ['END'],
    output_config: {},
  }) as unknown
  const steps = path.split(/[.[\]]+/).filter(step => step !== '')
  const last = steps.pop() ?? ''
  const place = steps.reduce((inner, step) => (inner as Record<string, unknown>)[step], body)
  Object.assign(place as object, { [last]: value })
  return body
}
