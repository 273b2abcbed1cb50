import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  generateObject,
  generateText,
  type ModelMessage,
  stepCountIs,
  streamObject,
  streamText,
  tool,
} from 'ai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { chatRoutes } from '../src/api/chat/route.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'
import { createWatchedEngine } from './support/watched-engine.ts'

const model = 'svc-3.7-flash'
const call = (id: string, city: string) => ({ call: id, name: 'get_weather', arguments: `{"city": "${city}"}` })
const engine = createScriptedEngine({
  replies: [
    { when: 'both', events: [...says(call('call_1', 'Oslo'), call('call_2', 'Rome')), ends('tool-calls')] },
    { when: 'weather', events: [...says({ reasoning: 'Look it up.' }, call('call_1', 'Oslo')), ends('tool-calls')] },
    { when: 'sunny', events: [...says({ reasoning: 'Good.' }, { text: 'It is sunny.' }), ends()] },
    { when: 'person', events: [...says({ text: '{"name": "Ada", "age": 36}' }), ends()] },
    { when: 'story', events: [...says({ text: 'Once upon a' }), ends('length')] },
    { when: 'away', refuse: { code: 'service_unavailable', message: 'All engines are away.' } },
    {
      when: 'break',
      events: [...says({ text: 'Half' }), { type: 'failed', code: 'upstream_timeout', message: 'It is silent.' }],
    },
    { events: [...says({ reasoning: 'A greeting.' }, { text: 'Hello to you.' }), ends()] },
  ],
})
const hanging = createWatchedEngine([{ events: says({ text: 'And so on' }), hang: true }])
const City = z.object({ city: z.string() })
const Person = z.object({ name: z.string(), age: z.number() })

/** The library would print each setting that it does not send. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ chat: chatRoutes }, { [model]: engine, 'svc-3.5-flash': hanging })
})
afterAll(() => server[Symbol.asyncDispose]())

const settings = () => ({ apiKey: server.key, baseURL: `${server.url}/v1` })
const providers = [
  ['@ai-sdk/openai', false, (id: string) => createOpenAI(settings()).chat(id)],
  [
    '@ai-sdk/openai-compatible',
    true,
    (id: string) =>
      createOpenAICompatible({ ...settings(), name: 'medley', includeUsage: true, supportsStructuredOutputs: true })(
        id,
      ),
  ],
] as const

describe.each(providers)('the AI SDK with %s', (_name, showsReasoning, open) => {
  const asked = { maxRetries: 0 }
  const reasoningShown = (text: string) => (showsReasoning ? text : undefined)

  it('generates a text', async () => {
    const result = await generateText({ ...asked, model: open(model), system: 'Be kind.', prompt: 'hello', seed: 3 })
    expect(result.text).toBe('Hello to you.')
    expect(result.finishReason).toBe('stop')
    expect(result.usage).toMatchObject({ inputTokens: 10, outputTokens: 6, totalTokens: 16 })
    expect(result.reasoningText).toBe(reasoningShown('A greeting.'))
    expect(engine.requests.at(-1)).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }], seed: 3 })
  })

  it('streams a text', async () => {
    const result = streamText({ ...asked, model: open(model), prompt: 'hello' })
    let text = ''
    for await (const piece of result.textStream) text += piece
    expect(text).toBe('Hello to you.')
    expect(await result.finishReason).toBe('stop')
    expect(await result.usage).toMatchObject({ inputTokens: 10, outputTokens: 6 })
    expect(await result.reasoningText).toBe(reasoningShown('A greeting.'))
  })

  it.each(['weather', 'both'])('goes through a loop of tools: %s', async prompt => {
    const execute = vi.fn(async () => 'sunny')
    const weather = tool({ description: 'Weather now', inputSchema: City, execute })
    const loop = { ...asked, prompt, tools: { get_weather: weather }, stopWhen: stepCountIs(3) }
    const cities = prompt === 'both' ? ['Oslo', 'Rome'] : ['Oslo']

    const whole = await generateText({ ...loop, model: open(model) })
    expect(whole.text).toBe('It is sunny.')
    expect(whole.steps[0]?.toolCalls.map(({ input }) => input)).toEqual(cities.map(city => ({ city })))

    const streamed = streamText({ ...loop, model: open(model) })
    expect(await streamed.text).toBe('It is sunny.')
    expect(execute).toHaveBeenCalledTimes(2 * cities.length)
    expect(engine.requests.at(-1)?.messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        toolCalls: cities.map((city, index) => ({ id: `call_${index + 1}`, arguments: expect.stringContaining(city) })),
      },
      ...cities.map((_, index) => ({ role: 'tool', callId: `call_${index + 1}`, parts: [{ text: 'sunny' }] })),
    ])
  })

  it.each([
    ['auto', 'auto'],
    ['required', 'required'],
    [{ type: 'tool', toolName: 'get_weather' }, { name: 'get_weather' }],
  ] as const)('chooses among tools: %j', async (toolChoice, chosen) => {
    const tools = { get_weather: tool({ inputSchema: City, execute: async () => 'sunny' }) }
    await generateText({ ...asked, model: open(model), prompt: 'weather', tools, toolChoice })
    expect(engine.requests.at(-1)).toMatchObject({ toolChoice: chosen, tools: [{ name: 'get_weather' }] })
  })

  it('goes on with a conversation', async () => {
    const messages: ModelMessage[] = [{ role: 'user', content: 'hello' }]
    const first = await generateText({ ...asked, model: open(model), messages })
    messages.push(...first.response.messages, { role: 'user', content: 'sunny' })
    expect((await generateText({ ...asked, model: open(model), messages })).text).toBe('It is sunny.')
    expect(engine.requests.at(-1)?.messages[1]).toMatchObject({ role: 'assistant', text: 'Hello to you.' })
  })

  it('generates an object', async () => {
    const { object } = await generateObject({ ...asked, model: open(model), schema: Person, prompt: 'a person' })
    expect(object).toEqual({ name: 'Ada', age: 36 })
    expect(engine.requests.at(-1)?.format).toMatchObject({ type: 'json-schema', strict: true })
    const streamed = streamObject({ ...asked, model: open(model), schema: Person, prompt: 'a person' })
    for await (const _ of streamed.partialObjectStream);
    expect(await streamed.object).toEqual({ name: 'Ada', age: 36 })
  })

  it('knows an answer that was cut', async () => {
    expect((await generateText({ ...asked, model: open(model), prompt: 'a story' })).finishReason).toBe('length')
    expect(await streamText({ ...asked, model: open(model), prompt: 'a story' }).finishReason).toBe('length')
  })

  it('throws what fails', async () => {
    const away = generateText({ ...asked, model: open(model), prompt: 'away' })
    await expect(away).rejects.toThrow('All engines are away.')
    await expect(away).rejects.toSatisfy(error => APICallError.isInstance(error) && error.statusCode === 503)
    const errors: unknown[] = []
    const failing = streamText({
      ...asked,
      model: open(model),
      prompt: 'break',
      onError: ({ error }) => void errors.push(error),
    })
    let text = ''
    for await (const piece of failing.textStream) text += piece
    expect(text).toBe('Half')
    expect(JSON.stringify(errors)).toContain('It is silent.')
  })

  it('leaves, and the engine stops', async () => {
    const leaving = new AbortController()
    const { textStream } = streamText({
      ...asked,
      model: open('svc-3.5-flash'),
      prompt: 'hello',
      abortSignal: leaving.signal,
    })
    for await (const piece of textStream) if (piece === 'on') leaving.abort()
    await vi.waitFor(() => expect(hanging.signals.at(-1)?.aborted).toBe(true))
  })
})
