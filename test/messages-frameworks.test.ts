import { createAnthropic } from '@ai-sdk/anthropic'
import { ChatAnthropic } from '@langchain/anthropic'
import { type AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import { generateObject, generateText, stepCountIs, streamText, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { messageRoutes } from '../src/api/messages/route.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { callOf, createWeatherEngine, weather } from './support/weather-script.ts'

const engine = createWeatherEngine([
  { when: 'object by tool', events: callOf('json', { city: 'Oslo' }) },
  { when: 'extract it', events: callOf('extract', { city: 'Oslo' }) },
])
// It warns of models that it does not know, which are all of ours.
globalThis.AI_SDK_LOG_WARNINGS = false

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ messages: messageRoutes }, { 'svc-3.7-flash': engine })
})
afterAll(() => server[Symbol.asyncDispose]())

const city = z.object({ city: z.string() })

describe('ai with @ai-sdk/anthropic', () => {
  const model = () => createAnthropic({ baseURL: `${server.url}/v1`, apiKey: server.key })('svc-3.7-flash')
  const tools = { weather: tool({ description: 'Tells it', inputSchema: city, execute: async () => weather.result }) }

  it('generates text', async () => {
    const { text, finishReason, usage } = await generateText({ model: model(), prompt: 'Hi', maxOutputTokens: 50 })
    expect({ text, finishReason }).toEqual({ text: 'Hello there.', finishReason: 'stop' })
    expect(usage).toMatchObject({ inputTokens: 20, outputTokens: 9 })
    expect(engine.requests.at(-1)).toMatchObject({ maxTokens: 50 })
  })

  it('streams text', async () => {
    const { textStream, usage } = streamText({ model: model(), prompt: 'Hi' })
    expect(await collect(textStream)).toEqual(['Hello', ' there.'])
    expect(await usage).toMatchObject({ inputTokens: 20, outputTokens: 9 })
  })

  it('loops over tools, whole and streamed', async () => {
    const order = { model: model(), prompt: weather.question, tools, stopWhen: stepCountIs(3) }
    const { text, steps } = await generateText(order)
    expect(text).toBe(weather.answer)
    expect(steps[0]?.toolCalls).toMatchObject([{ toolName: 'weather', input: { city: 'Oslo' } }])

    const streamed = streamText(order)
    expect((await collect(streamed.textStream)).join('')).toBe(weather.preface + weather.answer)
    expect((await streamed.steps)[0]?.toolResults).toMatchObject([{ output: weather.result }])
  })

  it('generates objects, by a tool that it demands', async () => {
    const { object } = await generateObject({ model: model(), prompt: 'An object by tool', schema: city })
    expect(object).toEqual({ city: 'Oslo' })
    const { tools, toolChoice, parallelToolCalls } = engine.requests.at(-1) ?? {}
    expect(tools).toMatchObject([{ name: 'json' }])
    expect({ toolChoice, parallelToolCalls }).toEqual({ toolChoice: 'required', parallelToolCalls: false })
  })

  it('generates objects, by the format of the answer', async () => {
    const providerOptions = { anthropic: { structuredOutputMode: 'outputFormat' as const } }
    const { object } = await generateObject({ model: model(), prompt: 'It as JSON', schema: city, providerOptions })
    expect(object).toEqual({ city: 'Oslo' })
  })

  it('tells of failures', async () => {
    const refused = generateText({ model: model(), prompt: 'refuse', maxRetries: 0 })
    await expect(refused).rejects.toMatchObject({ statusCode: 429, message: 'Too many at once.' })
    const errors: unknown[] = []
    const broken = streamText({ model: model(), prompt: 'break', onError: ({ error }) => void errors.push(error) })
    await broken.consumeStream()
    expect(JSON.stringify(errors)).toContain('The engine went away.')
  })
})

describe('@langchain/anthropic', () => {
  const model = () =>
    new ChatAnthropic({ model: 'svc-3.7-flash', apiKey: server.key, anthropicApiUrl: server.url, maxRetries: 0 })
  const weatherTool = langchainTool(async () => weather.result, {
    name: 'weather',
    description: 'Tells it',
    schema: city,
  })

  it('invokes', async () => {
    const { content, usage_metadata } = await model().invoke('Hi')
    expect(content).toBe('Hello there.')
    expect(usage_metadata).toMatchObject({ input_tokens: 20, output_tokens: 9, total_tokens: 29 })
  })

  it('streams', async () => {
    let all: AIMessageChunk | undefined
    for await (const chunk of await model().stream('Hi')) all = all?.concat(chunk) ?? chunk
    expect(all?.content).toBe('Hello there.')
    expect(all?.usage_metadata).toMatchObject({ input_tokens: 20, output_tokens: 9, total_tokens: 29 })
  })

  it('calls tools, whole and streamed', async () => {
    const bound = model().bindTools([weatherTool])
    const question = new HumanMessage(weather.question)
    const first = await bound.invoke([question])
    expect(first.tool_calls).toMatchObject([{ id: 'call_oslo', name: 'weather', args: { city: 'Oslo' } }])
    const result = new ToolMessage({ tool_call_id: 'call_oslo', content: weather.result })
    expect((await bound.invoke([question, first, result])).text).toBe(weather.answer)

    let streamed: AIMessageChunk | undefined
    for await (const chunk of await bound.stream([question])) streamed = streamed?.concat(chunk) ?? chunk
    expect(streamed?.tool_calls).toMatchObject([{ id: 'call_oslo', name: 'weather', args: { city: 'Oslo' } }])
    expect((await bound.invoke([question, streamed ?? first, result])).text).toBe(weather.answer)
  })

  it('extracts objects', async () => {
    expect(await model().withStructuredOutput(city).invoke('extract it')).toEqual({ city: 'Oslo' })
    expect(engine.requests.at(-1)?.toolChoice).toEqual({ name: 'extract' })
  })
})

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
