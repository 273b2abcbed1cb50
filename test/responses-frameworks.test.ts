import { createOpenAI } from '@ai-sdk/openai'
import { HumanMessage, type ToolMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { generateObject, generateText, type ModelMessage, stepCountIs, streamText, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { responsesRoutes } from '../src/api/responses/route.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'

const model = 'svc-3.7-flash'
const call = { call: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' }
const engine = createScriptedEngine({
  replies: [
    { when: 'weather', events: [...says({ reasoning: 'Look it up.' }, call), ends('tool-calls')] },
    { when: 'sunny', events: [...says({ reasoning: 'Good.' }, { text: 'It is sunny.' }), ends()] },
    { when: 'person', events: [...says({ text: '{"name": "Ada", "age": 36}' }), ends()] },
    { when: 'story', events: [...says({ text: 'Once upon a' }), ends('length')] },
    {
      when: 'break',
      events: [...says({ text: 'Half' }), { type: 'failed', code: 'internal_error', message: 'Gone.' }],
    },
    { events: [...says({ reasoning: 'A greeting.' }, { text: 'Hello to you.' }), ends()] },
  ],
})
const City = z.object({ city: z.string() })
const Person = z.object({ name: z.string(), age: z.number() })

/** The library would print each setting that it does not send. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ responses: responsesRoutes }, { [model]: engine })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('the AI SDK', () => {
  const open = () => createOpenAI({ apiKey: server.key, baseURL: `${server.url}/v1` })(model)
  const weather = tool({ description: 'Weather now', inputSchema: City, execute: async () => ({ sky: 'sunny' }) })
  const asked = { maxRetries: 0 }
  /** Without the first, the library takes no model but its own for one that reasons. */
  const reasoning = { openai: { forceReasoning: true, reasoningEffort: 'low' } }

  it('generates a text', async () => {
    const { text, usage, finishReason } = await generateText({ ...asked, model: open(), prompt: 'hello' })
    expect({ text, finishReason }).toEqual({ text: 'Hello to you.', finishReason: 'stop' })
    expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 6 })
  })

  it('streams a text', async () => {
    const { textStream, finishReason } = streamText({ ...asked, model: open(), prompt: 'hello' })
    let text = ''
    for await (const piece of textStream) text += piece
    expect(text).toBe('Hello to you.')
    expect(await finishReason).toBe('stop')
  })

  it.each([
    ['without reasoning', {}],
    ['with reasoning', { providerOptions: reasoning }],
  ])('goes through a loop of tools, %s', async (_name, options) => {
    const loop = { ...asked, ...options, prompt: 'the weather?', tools: { get_weather: weather } }
    const whole = await generateText({ ...loop, model: open(), stopWhen: stepCountIs(3) })
    expect(whole.text).toBe('It is sunny.')
    expect(whole.steps[0]?.toolCalls).toMatchObject([{ toolName: 'get_weather', input: { city: 'Oslo' } }])

    const streamed = streamText({ ...loop, model: open(), stopWhen: stepCountIs(3) })
    expect(await streamed.text).toBe('It is sunny.')
    expect(engine.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', callId: 'call_1' })
  })

  it('goes on with a conversation, when told that nothing is stored', async () => {
    const providerOptions = { openai: { store: false } }
    const messages: ModelMessage[] = [{ role: 'user', content: 'hello' }]
    const first = await generateText({ ...asked, model: open(), messages, providerOptions })
    messages.push(...first.response.messages, { role: 'user', content: 'hello again' })
    expect((await generateText({ ...asked, model: open(), messages, providerOptions })).text).toBe('Hello to you.')
    expect(engine.requests.at(-1)?.messages[1]).toMatchObject({ role: 'assistant', text: 'Hello to you.' })

    const referring = generateText({ ...asked, model: open(), messages })
    await expect(referring).rejects.toThrow(/items are not kept here.*"store": false/)
  })

  it('generates an object', async () => {
    const { object } = await generateObject({ ...asked, model: open(), schema: Person, prompt: 'a person' })
    expect(object).toEqual({ name: 'Ada', age: 36 })
    expect(engine.requests.at(-1)?.format).toMatchObject({ type: 'json-schema', strict: true })
  })

  it('knows an answer that was cut, and one that failed', async () => {
    expect(await streamText({ ...asked, model: open(), prompt: 'a story' }).finishReason).toBe('length')
    expect((await generateText({ ...asked, model: open(), prompt: 'a story' })).finishReason).toBe('length')
    const errors: unknown[] = []
    const failing = streamText({
      ...asked,
      model: open(),
      prompt: 'break',
      onError: ({ error }) => void errors.push(error),
    })
    for await (const _ of failing.fullStream);
    expect(JSON.stringify(errors)).toContain('Gone.')
    await expect(generateText({ ...asked, model: open(), prompt: 'break' })).rejects.toThrow('Gone.')
  })
})

describe('LangChain', () => {
  const open = (fields = {}) =>
    new ChatOpenAI({
      model,
      apiKey: server.key,
      useResponsesApi: true,
      maxRetries: 0,
      configuration: { baseURL: `${server.url}/v1` },
      ...fields,
    })
  /** Its own setting is only sent for models of one maker. */
  const reasoning = { reasoning: { effort: 'low' } }
  const weather = langchainTool(async () => 'sunny', { name: 'get_weather', description: 'Weather now', schema: City })

  it('invokes', async () => {
    const { text, usage_metadata } = await open().invoke('hello')
    expect(text).toBe('Hello to you.')
    expect(usage_metadata).toMatchObject({ input_tokens: 10, output_tokens: 6, total_tokens: 16 })
  })

  it.each([{}, { modelKwargs: reasoning }])('streams, with %j', async fields => {
    let text = ''
    for await (const chunk of await open(fields).stream('hello')) text += chunk.text
    expect(text).toBe('Hello to you.')
  })

  it('calls a tool and goes on with its result', async () => {
    const bound = open({ modelKwargs: reasoning }).bindTools([weather])
    const question = new HumanMessage('the weather?')
    const asks = await bound.invoke([question])
    expect(asks.tool_calls).toMatchObject([{ id: 'call_1', name: 'get_weather', args: { city: 'Oslo' } }])
    const result: ToolMessage = await weather.invoke({
      type: 'tool_call',
      id: 'call_1',
      name: 'get_weather',
      args: { city: 'Oslo' },
    })
    expect((await bound.invoke([question, asks, result])).text).toBe('It is sunny.')
    expect(engine.requests.at(-1)?.messages[1]).toMatchObject({ role: 'assistant', reasoning: 'Look it up.' })
  })

  it('gives structured output', async () => {
    const structured = open().withStructuredOutput(Person, { method: 'jsonSchema' })
    expect(await structured.invoke('a person')).toEqual({ name: 'Ada', age: 36 })
  })
})
