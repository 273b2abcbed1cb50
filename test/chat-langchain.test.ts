import { type AIMessageChunk, HumanMessage, SystemMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { chatRoutes } from '../src/api/chat/route.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'
import { createWatchedEngine } from './support/watched-engine.ts'

const model = 'svc-3.7-flash'
const call = (id: string, city: string) => ({ call: id, name: 'get_weather', arguments: `{"city": "${city}"}` })
const person = { call: 'call_p', name: 'person', arguments: '{"name": "Ada", "age": 36}' }
const engine = createScriptedEngine({
  replies: [
    { when: 'both', events: [...says(call('call_1', 'Oslo'), call('call_2', 'Rome')), ends('tool-calls')] },
    { when: 'weather', events: [...says({ text: 'One moment.' }, call('call_1', 'Oslo')), ends('tool-calls')] },
    { when: 'sunny', events: [...says({ text: 'It is sunny.' }), ends()] },
    { when: 'person by call', events: [...says(person), ends('tool-calls')] },
    { when: 'person', events: [...says({ text: person.arguments }), ends()] },
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

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ chat: chatRoutes }, { [model]: engine, 'svc-3.5-flash': hanging })
})
afterAll(() => server[Symbol.asyncDispose]())

const settings = (fields = {}) => ({
  model,
  apiKey: server.key,
  maxRetries: 0,
  configuration: { baseURL: `${server.url}/v1` },
  ...fields,
})

describe.each([
  ['ChatOpenAI', (fields = {}) => new ChatOpenAI(settings(fields))],
  ['ChatOpenAICompletions', (fields = {}) => new ChatOpenAICompletions(settings(fields))],
] as const)('LangChain: %s', (_name, open) => {
  const weather = tool(async () => 'sunny', { name: 'get_weather', description: 'Weather now', schema: City })

  it('invokes', async () => {
    const reply = await open({ temperature: 0.2, maxTokens: 9, stop: ['never'] }).invoke([
      new SystemMessage('Be kind.'),
      new HumanMessage('hello'),
    ])
    expect(reply.text).toBe('Hello to you.')
    expect(reply.usage_metadata).toMatchObject({ input_tokens: 10, output_tokens: 6, total_tokens: 16 })
    expect(reply.response_metadata).toMatchObject({ finish_reason: 'stop', model_name: model })
    expect(engine.requests.at(-1)).toMatchObject({ temperature: 0.2, maxTokens: 9, stop: ['never'] })
  })

  it('streams', async () => {
    let whole: AIMessageChunk | undefined
    for await (const chunk of await open().stream('hello')) whole = whole?.concat(chunk) ?? chunk
    expect(whole?.text).toBe('Hello to you.')
    expect(whole?.usage_metadata).toMatchObject({ input_tokens: 10, output_tokens: 6, total_tokens: 16 })
    expect(whole?.response_metadata.finish_reason).toBe('stop')
  })

  it('has several choices', async () => {
    const { generations } = await open({ n: 2 }).generate([[new HumanMessage('hello')]])
    expect(generations[0]?.map(({ text }) => text)).toEqual(['Hello to you.', 'Hello to you.'])
  })

  it.each(['weather', 'both'])('calls tools and goes on with their results: %s', async words => {
    const bound = open().bindTools([weather])
    const question = new HumanMessage(words)
    const asks = await bound.invoke([question])
    expect(asks.tool_calls?.map(({ args }) => args.city)).toEqual(words === 'both' ? ['Oslo', 'Rome'] : ['Oslo'])

    let streamed: AIMessageChunk | undefined
    for await (const chunk of await bound.stream([question])) streamed = streamed?.concat(chunk) ?? chunk
    const plain = (calls: AIMessageChunk['tool_calls']) => calls?.map(({ id, name, args }) => ({ id, name, args }))
    expect(plain(streamed?.tool_calls)).toEqual(plain(asks.tool_calls))

    const results = await Promise.all((asks.tool_calls ?? []).map(one => weather.invoke({ ...one, type: 'tool_call' })))
    expect((await bound.invoke([question, asks, ...results])).text).toBe('It is sunny.')
    expect(engine.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ text: 'sunny' }] })
  })

  it.each([
    ['jsonSchema', 'a person'],
    ['jsonMode', 'a person'],
    ['functionCalling', 'a person by call'],
  ] as const)('gives structured output by %s', async (method, words) => {
    const structured = open().withStructuredOutput(Person, { method, name: 'person' })
    expect(await structured.invoke(words)).toEqual({ name: 'Ada', age: 36 })
  })

  it('throws what fails', async () => {
    await expect(open().invoke('away')).rejects.toThrow(/All engines are away\./)
    let text = ''
    const read = async () => {
      for await (const chunk of await open().stream('break')) text += chunk.text
    }
    await expect(read()).rejects.toThrow(/It is silent\./)
    expect(text).toBe('Half')
  })

  it('leaves, and the engine stops', async () => {
    const leaving = new AbortController()
    const read = async () => {
      const stream = await open({ model: 'svc-3.5-flash' }).stream('hello', { signal: leaving.signal })
      for await (const chunk of stream) if (chunk.text !== '') leaving.abort()
    }
    await expect(read()).rejects.toThrow(/abort/i)
    await vi.waitFor(() => expect(hanging.signals.at(-1)?.aborted).toBe(true))
  })
})
