import Anthropic from '@anthropic-ai/sdk'
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { messageRoutes } from '../src/api/messages/route.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { createWeatherEngine, weather } from './support/weather-script.ts'

const engine = createWeatherEngine()
let server: GenerationServer
let client: Anthropic
beforeAll(async () => {
  server = await startGenerationServer({ messages: messageRoutes }, { 'svc-3.7-flash': engine })
  client = new Anthropic({ baseURL: server.url, apiKey: server.key, maxRetries: 0 })
})
afterAll(() => server[Symbol.asyncDispose]())

const saying = (content: string) => ({
  model: 'svc-3.7-flash',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content }],
})
const tool: Anthropic.Tool = {
  name: 'weather',
  description: 'Tells the weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const usage = { input_tokens: 20, output_tokens: 9, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

describe('@anthropic-ai/sdk', () => {
  it('creates a message', async () => {
    const message = await client.messages.create(saying('Hi'))
    expect(message).toMatchObject({
      content: [{ type: 'text', text: 'Hello there.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage,
    })
    expect(message._request_id).toMatch(/^req_/)
  })

  it('works with a bearer token and with the beta paths', async () => {
    const bearer = new Anthropic({ baseURL: server.url, apiKey: null, authToken: server.key })
    const message = await bearer.beta.messages.create({ ...saying('Hi'), betas: ['token-efficient-tools-2025-02-19'] })
    expect(message.content).toMatchObject([{ type: 'text', text: 'Hello there.' }])
  })

  it('streams raw events', async () => {
    const events: Anthropic.MessageStreamEvent[] = []
    for await (const event of await client.messages.create({ ...saying('Hi'), stream: true })) events.push(event)
    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  it('streams to the same message as the whole', async () => {
    const pieces: string[] = []
    const inputs: string[] = []
    const stream = client.messages
      .stream({ ...saying(weather.question), tools: [tool] })
      .on('text', piece => pieces.push(piece))
      .on('inputJson', piece => inputs.push(piece))
    const { id, ...streamed } = await stream.finalMessage()
    expect(pieces).toEqual(['Let me ', 'look.'])
    expect(inputs.join('')).toBe('{"city":"Oslo"}')
    expect(id).toMatch(/^msg_/)
    expect(streamed).toMatchObject({
      content: [
        { type: 'text', text: weather.preface },
        { type: 'tool_use', ...weather.call },
      ],
      stop_reason: 'tool_use',
      usage,
    })
    const { id: _, ...whole } = await client.messages.create({ ...saying(weather.question), tools: [tool] })
    expect(JSON.parse(JSON.stringify(streamed))).toMatchObject(JSON.parse(JSON.stringify(whole)))
  })

  it('makes the round trip of a tool', async () => {
    const { messages, ...rest } = saying(weather.question)
    const first = await client.messages.create({ ...rest, messages, tools: [tool] })
    const call = first.content.find(block => block.type === 'tool_use')
    const second = await client.messages.create({
      ...rest,
      tools: [tool],
      messages: [
        ...messages,
        { role: 'assistant', content: first.content },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: weather.result, is_error: false }],
        },
      ],
    })
    expect(second.content).toEqual([{ type: 'text', text: weather.answer }])
    expect(engine.requests.at(-1)).toMatchObject({
      tools: [{ name: 'weather', parameters: tool.input_schema }],
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          text: weather.preface,
          toolCalls: [{ id: 'call_oslo', name: 'weather', arguments: '{"city":"Oslo"}' }],
        },
        { role: 'tool', callId: 'call_oslo', parts: [{ text: weather.result }], isError: false },
      ],
    })
  })

  it.each([false, true])('runs tools by itself (stream: %s)', async stream => {
    const run = vi.fn(async () => weather.result)
    const runner = client.beta.messages.toolRunner({
      ...saying(weather.question),
      stream,
      tools: [
        betaZodTool({ name: 'weather', description: 'Tells it', inputSchema: z.object({ city: z.string() }), run }),
      ],
    })
    const final = await runner.runUntilDone()
    expect(run).toHaveBeenCalledExactlyOnceWith({ city: 'Oslo' }, expect.anything())
    expect(final.content).toMatchObject([{ type: 'text', text: weather.answer }])
  })

  it('parses an answer by its schema', async () => {
    const message = await client.messages.parse({
      ...saying('The city as JSON, please'),
      output_config: { format: zodOutputFormat(z.object({ city: z.string() })), effort: 'low' },
    })
    expect(message.parsed_output).toEqual({ city: 'Oslo' })
    expect(engine.requests.at(-1)).toMatchObject({ effort: 'low', format: { type: 'json-schema', strict: true } })
  })

  it('hears of stop sequences, of the end of its tokens, and of nothing', async () => {
    const stopped = client.messages.stream({ ...saying('Hi'), stop_sequences: ['the'] })
    expect(await stopped.finalMessage()).toMatchObject({
      content: [{ text: 'Hello ' }],
      stop_reason: 'end_turn',
      stop_sequence: 'the',
    })
    expect((await client.messages.create(saying('Say too long a thing'))).stop_reason).toBe('max_tokens')
    expect((await client.messages.create(saying('Say nothing'))).content).toEqual([])
    expect((await client.messages.stream(saying('Say nothing')).finalMessage()).content).toEqual([])
  })

  it('counts tokens', async () => {
    const { model, messages } = saying('Hi')
    const count = await client.messages.countTokens({ model, messages, system: 'Be brief.', tools: [tool] })
    expect(count).toMatchObject({ input_tokens: 20 })
  })

  it('knows our errors by class', async () => {
    const wrong = new Anthropic({ baseURL: server.url, apiKey: 'mk-wrong', maxRetries: 0 })
    await expect(wrong.messages.create(saying('Hi'))).rejects.toThrow(Anthropic.AuthenticationError)
    await expect(client.messages.create({ ...saying('Hi'), max_tokens: 0 })).rejects.toThrow(Anthropic.BadRequestError)
    await expect(client.messages.create({ ...saying('Hi'), model: 'other' })).rejects.toThrow(Anthropic.NotFoundError)
    await expect(client.messages.create(saying('refuse'))).rejects.toThrow(Anthropic.RateLimitError)
    await expect(client.messages.create(saying('break'))).rejects.toThrow(Anthropic.InternalServerError)
    const refused = client.messages.stream(saying('refuse')).finalMessage()
    await expect(refused).rejects.toMatchObject({ status: 429, type: 'rate_limited' })
  })

  it('throws what fails in the middle of a stream', async () => {
    let text = ''
    const stream = client.messages.stream(saying('break')).on('text', piece => {
      text += piece
    })
    await expect(stream.finalMessage()).rejects.toMatchObject({
      error: { type: 'error', error: { type: 'service_unavailable', message: 'The engine went away.' } },
    })
    expect(text).toBe('Hel')
  })

  it('leaves, and the engine stops', async () => {
    const before = server.usages.length
    const stream = client.messages.stream(saying('wait'))
    stream.on('text', () => stream.abort())
    await expect(stream.finalMessage()).rejects.toThrow(Anthropic.APIUserAbortError)
    await vi.waitFor(() => expect(server.usages.length).toBe(before + 1))
    expect(server.usages.at(-1)?.usage).toMatchObject({ inputTokens: 20, outputTokens: 2 })
  })
})
