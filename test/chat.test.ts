import OpenAI from 'openai'
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod'
import PreviousOpenAI from 'openai-previous'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chatRoutes } from '../src/api/chat/route.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'

const model = 'svc-3.7-flash'
const oslo = { call: 'call_oslo', name: 'get_weather', arguments: '{"city": "Oslo"}' }
const rome = { call: 'call_rome', name: 'get_weather', arguments: '{"city": "Rome"}' }
const engine = createScriptedEngine({
  replies: [
    { when: 'both', events: [...says({ reasoning: 'Two.' }, oslo, rome), ends('tool-calls')] },
    { when: 'weather', events: [...says({ text: 'One moment.' }, oslo), ends('tool-calls')] },
    { when: 'sunny', events: [...says({ text: 'It is sunny.' }), ends()] },
    { when: 'person', events: [...says({ text: '{"name": "Ada", "age": 36}' }), ends()] },
    { when: 'story', events: [...says({ text: 'Once upon a' }), ends('length')] },
    { when: 'rude', events: [...says({ text: 'Well' }), ends('filtered')] },
    { events: [...says({ reasoning: 'A greeting.' }, { text: 'Hello to you.' }), ends()] },
  ],
})
const City = z.object({ city: z.string() })
const Person = z.object({ name: z.string(), age: z.number() })
const tools: OpenAI.ChatCompletionFunctionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather now',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ chat: chatRoutes }, { [model]: engine })
})
afterAll(() => server[Symbol.asyncDispose]())

const asking = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] })

/** The two speak to the same wire; only the types have moved between them. */
const clients: [string, typeof OpenAI][] = [
  ['openai', OpenAI],
  ['openai, one major back', PreviousOpenAI as unknown as typeof OpenAI],
]

describe.each(clients)('%s', (_name, Client) => {
  const open = () => new Client({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const chat = () => open().chat.completions

  it('creates a completion', async () => {
    const completion = await chat().create({
      model,
      messages: [
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      ],
      temperature: 0.3,
      max_completion_tokens: 50,
    })
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello to you.' } }],
      usage: { prompt_tokens: 10, completion_tokens: 6, total_tokens: 16, prompt_tokens_details: { cached_tokens: 4 } },
    })
    expect(completion._request_id).toMatch(/^req_/)
    expect(engine.requests.at(-1)).toMatchObject({
      messages: [{ role: 'system', text: 'Be kind.' }, { role: 'user' }],
      temperature: 0.3,
      maxTokens: 50,
    })
  })

  it('iterates a stream', async () => {
    const stream = await chat().create({ ...asking('hello'), stream: true, stream_options: { include_usage: true } })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Hello to you.')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 16 } })
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
  })

  it.each(['hello', 'weather', 'both'])('accumulates a stream into what the whole is: %s', async words => {
    const stream = chat().stream({ ...asking(words), tools })
    let text = ''
    stream.on('content.delta', ({ delta }) => {
      text += delta
    })
    const streamed = await stream.finalChatCompletion()
    const whole = await chat().create({ ...asking(words), tools })
    expect(text).toBe(whole.choices[0]?.message.content)
    // The older client makes null of an empty text.
    expect(streamed.choices[0]?.message.content ?? '').toBe(text)
    expect(streamed.choices[0]?.finish_reason).toBe(whole.choices[0]?.finish_reason)
    expect(streamed.choices[0]?.message.tool_calls ?? []).toMatchObject(whole.choices[0]?.message.tool_calls ?? [])
  })

  it('hears of calls as they come', async () => {
    const stream = chat().stream({ ...asking('both'), tools })
    const done: [number, string, string][] = []
    let pieces = ''
    stream.on('tool_calls.function.arguments.delta', ({ arguments_delta }) => {
      pieces += arguments_delta
    })
    stream.on('tool_calls.function.arguments.done', call => done.push([call.index, call.name, call.arguments]))
    await stream.done()
    expect(pieces).toBe(oslo.arguments + rome.arguments)
    expect(done).toEqual([
      [0, 'get_weather', oslo.arguments],
      [1, 'get_weather', rome.arguments],
    ])
  })

  it('makes the round trip of a tool, also by itself', async () => {
    const first = await chat().create({ ...asking('weather'), tools, tool_choice: 'required' })
    const message = first.choices[0]?.message
    if (!message) throw new Error('there is no message')
    const second = await chat().create({
      model,
      tools,
      messages: [
        { role: 'user', content: 'weather' },
        message,
        { role: 'tool', tool_call_id: message.tool_calls?.[0]?.id ?? '', content: 'sunny' },
      ],
    })
    expect(second.choices[0]?.message.content).toBe('It is sunny.')
    expect(engine.requests.at(-1)?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        text: 'One moment.',
        toolCalls: [{ id: 'call_oslo', name: 'get_weather', arguments: oslo.arguments }],
      },
      { role: 'tool', callId: 'call_oslo', parts: [{ type: 'text', text: 'sunny' }] },
    ])

    for (const stream of [false, true]) {
      const runner = chat().runTools({
        ...asking('weather'),
        stream: stream as true,
        tools: [zodFunction({ name: 'get_weather', parameters: City, function: () => 'sunny' })],
      })
      expect(await runner.finalContent()).toBe('It is sunny.')
    }
  })

  it('parses structured output', async () => {
    const format = { ...asking('a person'), response_format: zodResponseFormat(Person, 'person') }
    const { choices } = await chat().parse(format)
    expect(choices[0]?.message.parsed).toEqual({ name: 'Ada', age: 36 })
    expect(engine.requests.at(-1)?.format).toMatchObject({ type: 'json-schema', name: 'person', strict: true })
    const streamed = await chat().stream(format).finalChatCompletion()
    expect(streamed.choices[0]?.message.parsed).toEqual({ name: 'Ada', age: 36 })
  })

  it.each([
    [{}, 'reasoning'],
    [{ reasoning_format: 'deepseek-style' }, 'reasoning_content'],
  ])('shows reasoning, %j', async (more, field) => {
    const body = { ...asking('hello'), ...more, reasoning_effort: 'high' as const }
    const whole = await chat().create(body)
    expect(whole.choices[0]?.message).toHaveProperty(field, 'A greeting.')
    let reasoning = ''
    for await (const { choices } of await chat().create({ ...body, stream: true })) {
      reasoning += (choices[0]?.delta as Record<string, string | undefined> | undefined)?.[field] ?? ''
    }
    expect(reasoning).toBe('A greeting.')
    expect(engine.requests.at(-1)?.effort).toBe('high')
  })

  it('has several choices', async () => {
    const whole = await chat().create({ ...asking('hello'), n: 3 })
    const streamed = await chat()
      .stream({ ...asking('hello'), n: 3 })
      .finalChatCompletion()
    for (const { choices } of [whole, streamed]) {
      expect(choices.map(({ index, message }) => [index, message.content])).toEqual(
        [0, 1, 2].map(index => [index, 'Hello to you.']),
      )
    }
  })

  it.each([
    ['story', 'length'],
    ['rude', 'content_filter'],
  ])('is told why an answer ended: %s', async (words, reason) => {
    expect((await chat().create(asking(words))).choices[0]?.finish_reason).toBe(reason)
    const seen: (string | null | undefined)[] = []
    for await (const { choices } of await chat().create({ ...asking(words), stream: true })) {
      seen.push(choices[0]?.finish_reason)
    }
    expect(seen.filter(Boolean)).toEqual([reason])
  })
})
