import { setTimeout as wait } from 'node:timers/promises'
import OpenAI from 'openai'
import { zodTextFormat } from 'openai/helpers/zod'
import PreviousOpenAI from 'openai-previous'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { responsesRoutes } from '../src/api/responses/route.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'

const model = 'svc-3.7-flash'
const engine = createScriptedEngine({
  replies: [
    { when: 'weather', events: [...says({ text: 'One moment.' }, weatherCall()), ends('tool-calls')] },
    { when: 'sunny', events: [...says({ text: 'It is sunny.' }), ends()] },
    { when: 'person', events: [...says({ text: '{"name": "Ada", "age": 36}' }), ends()] },
    { when: 'story', events: [...says({ text: 'Once upon a' }), ends('length')] },
    { when: 'rude', events: [...says({ text: 'Well' }), ends('filtered')] },
    { when: 'busy', refuse: { code: 'service_unavailable', message: 'All engines are busy.' } },
    {
      when: 'break',
      events: [
        ...says({ text: 'Half' }).slice(0, -1),
        { type: 'failed', code: 'internal_error', message: 'The engine is gone.' },
      ],
    },
    { when: 'for ever', events: says({ text: 'Still at it' }), hang: true },
    { events: [...says({ reasoning: 'A greeting.' }, { text: 'Hello to you.' }), ends()] },
  ],
})
function weatherCall() {
  return { call: 'call_1', name: 'get_weather', arguments: '{"city": "Oslo"}' }
}
const tools: OpenAI.Responses.FunctionTool[] = [
  {
    type: 'function',
    name: 'get_weather',
    description: 'Weather now',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    strict: true,
  },
]
const Person = z.object({ name: z.string(), age: z.number() })

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ responses: responsesRoutes }, { [model]: engine })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The two speak to the same wire; only the types have moved between them. */
const clients: [string, typeof OpenAI][] = [
  ['openai', OpenAI],
  ['openai, one major back', PreviousOpenAI as unknown as typeof OpenAI],
]

describe.each(clients)('%s', (_name, Client) => {
  const open = () => new Client({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })

  it('creates a response', async () => {
    const response = await open().responses.create({ model, input: 'hello', instructions: 'be kind', temperature: 0.3 })
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      output_text: 'Hello to you.',
      instructions: 'be kind',
      temperature: 0.3,
      top_p: null,
      error: null,
      usage: { input_tokens: 10, output_tokens: 6, total_tokens: 16, input_tokens_details: { cached_tokens: 4 } },
    })
    expect(response.output.map(({ type }) => type)).toEqual(['message'])
  })

  it('creates one with its reasoning', async () => {
    const { output } = await open().responses.create({ model, input: 'hello', reasoning: { effort: 'low' } })
    expect(output).toMatchObject([{ type: 'reasoning', content: [{ text: 'A greeting.' }] }, { type: 'message' }])
  })

  it.each([undefined, { effort: 'low' as const }])('accumulates a stream, reasoning %j', async reasoning => {
    const given = { model, input: 'hello', ...(reasoning && { reasoning }) }
    const stream = open().responses.stream(given)
    let text = ''
    stream.on('response.output_text.delta', event => {
      text += event.delta
    })
    const response = await stream.finalResponse()
    expect(text).toBe('Hello to you.')
    expect(response.output_text).toBe('Hello to you.')
    expect(response.usage?.total_tokens).toBe(16)
    const whole = await open().responses.create(given)
    expect(response.output.map(({ type }) => type)).toEqual(whole.output.map(({ type }) => type))
  })

  it('iterates a stream with all its events numbered', async () => {
    const stream = await open().responses.create({ model, input: 'hello', reasoning: { effort: 'low' }, stream: true })
    const seen: { type: string; sequence_number: number }[] = []
    for await (const event of stream) seen.push(event)
    expect(seen.map(event => event.sequence_number)).toEqual(seen.map((_, index) => index))
    expect(seen.map(({ type }) => type)).toContain('response.reasoning_part.added')
    expect(seen.at(-1)?.type).toBe('response.completed')
  })

  it('parses structured output', async () => {
    const text = { format: zodTextFormat(Person, 'person') }
    const { output_parsed, text: echoed } = await open().responses.parse({ model, input: 'a person', text })
    expect(output_parsed).toEqual({ name: 'Ada', age: 36 })
    expect(echoed).toMatchObject({ format: { type: 'json_schema', name: 'person', strict: true } })
    const streamed = await open().responses.stream({ model, input: 'a person', text }).finalResponse()
    expect(streamed.output_parsed).toEqual({ name: 'Ada', age: 36 })
  })

  it('calls a function and hands in what it gave', async () => {
    const client = open()
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'how is the weather?' }]
    const first = await client.responses.create({ model, input, tools })
    const call = first.output.find(item => item.type === 'function_call')
    expect(call).toMatchObject({ call_id: 'call_1', name: 'get_weather', arguments: '{"city": "Oslo"}' })

    input.push(...(first.output as OpenAI.Responses.ResponseInput))
    input.push({ type: 'function_call_output', call_id: call?.call_id ?? '', output: '{"sky":"sunny"}' })
    const second = await client.responses.create({ model, input, tools })
    expect(second.output_text).toBe('It is sunny.')
    expect(engine.requests.at(-1)?.messages).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'how is the weather?' }] },
      {
        role: 'assistant',
        text: 'One moment.',
        toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: '{"city": "Oslo"}' }],
      },
      { role: 'tool', callId: 'call_1', parts: [{ type: 'text', text: '{"sky":"sunny"}' }] },
    ])
  })

  it('accumulates a call from a stream', async () => {
    const { output } = await open().responses.stream({ model, input: 'weather', tools }).finalResponse()
    expect(output).toMatchObject([{ type: 'message' }, { type: 'function_call', arguments: '{"city": "Oslo"}' }])
  })

  it.each([
    ['story', 'max_output_tokens'],
    ['rude', 'content_filter'],
  ])('is told that an answer is incomplete: %s', async (input, reason) => {
    const whole = await open().responses.create({ model, input })
    const streamed = await open().responses.stream({ model, input }).finalResponse()
    for (const response of [whole, streamed]) {
      expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason } })
      expect(response.output).toMatchObject([{ status: 'incomplete' }])
    }
  })

  it('is told that a generation failed in its middle', async () => {
    const error = { type: 'server_error', code: 'server_error', message: 'The engine is gone.' }
    expect(await open().responses.create({ model, input: 'break' })).toMatchObject({ status: 'failed', error })
    const stream = open().responses.stream({ model, input: 'break' })
    expect(await stream.finalResponse()).toMatchObject({ status: 'failed', error, output_text: 'Half' })
  })

  it('throws what could not start as an error of HTTP, streamed or not', async () => {
    const expected = expect.objectContaining({ status: 503, message: expect.stringContaining('busy') })
    await expect(open().responses.create({ model, input: 'busy' })).rejects.toThrow(expected)
    await expect(open().responses.create({ model, input: 'busy', stream: true })).rejects.toThrow(expected)
  })

  it('throws what was wrong with the request, by name', async () => {
    const wrong = open().responses.create({ model, input: 'hello', tools, tool_choice: 'required' })
    await expect(wrong).rejects.toThrow(
      expect.objectContaining({ status: 400, param: 'tool_choice', code: 'request_params_invalid' }),
    )
    await expect(open().responses.create({ model: 'svc-none', input: 'hello' })).rejects.toThrow(
      expect.objectContaining({ status: 404, code: 'model_invalid' }),
    )
  })

  it('ends the generation when it leaves', async () => {
    const before = server.usages.length
    const stream = await open().responses.create({ model, input: 'for ever', stream: true })
    for await (const event of stream) if (event.type === 'response.output_text.delta') break
    while (server.usages.length === before) await wait(5)
    expect(server.usages.at(-1)?.usage).toMatchObject({ inputTokens: 10, outputTokens: 3 })
  })
})

describe('the wire', () => {
  it('is answered with all fields, null where nothing was set', async () => {
    const reply = await server.post('/v1/responses', { model, input: 'hello' })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      id: expect.stringMatching(/^resp_\w+$/),
      object: 'response',
      created_at: 1_780_000_000,
      completed_at: 1_780_000_000,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model,
      output: [expect.objectContaining({ type: 'message' })],
      usage: expect.objectContaining({ output_tokens_details: { reasoning_tokens: 2, tool_output_tokens: 0 } }),
      instructions: null,
      max_output_tokens: null,
      reasoning: null,
      temperature: null,
      top_p: null,
      tool_choice: null,
      tools: null,
      text: { format: { type: 'text' } },
      previous_response_id: null,
      parallel_tool_calls: null,
      store: null,
      metadata: null,
      truncation: null,
    })
  })

  it('streams as server-sent events without [DONE]', async () => {
    const reply = await server.post('/v1/responses', { model, input: 'hello', stream: true })
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    const frames = (await reply.text()).split('\n\n')
    expect(frames.pop()).toBe('')
    expect(frames[0]).toMatch(/^event: response\.created\ndata: \{"type":"response\.created","sequence_number":0,/)
    expect(frames.at(-1)).toMatch(/^event: response\.completed\ndata: /)
  })

  it('names what it passes over', async () => {
    const reply = await server.post('/v1/responses', { model, input: 'hello', include: [], prompt_cache_key: 'a' })
    expect(reply.headers.get('x-medley-ignored')).toBe('include, prompt_cache_key')
  })

  it('is closed to those without a key', async () => {
    const reply = await server.post('/v1/responses', { model, input: 'hello' }, {})
    expect(reply.status).toBe(401)
  })
})
