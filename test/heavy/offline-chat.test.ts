import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, serve } from '../support/command-line.ts'
import { descendantsOf, untilGone } from '../support/serve-process.ts'

const key = 'mk-offline-chat'
const model = 'svc-3.7-flash'
const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
  required: ['city', 'unit'],
  additionalProperties: false,
}
const weather = {
  type: 'function',
  function: { name: 'get_weather', description: 'Get the weather in a city', parameters },
} as const
const ajv = new Ajv()
const asking = (content: string) => ({ model, temperature: 0, messages: [{ role: 'user' as const, content }] })

let folder: string
let server: RunningServer
let client: OpenAI
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  server = await serve(folder, { MEDLEY_API_KEY: key })
  client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

describe('a server with no configuration', () => {
  it('loads no model before it is asked', async () => {
    expect(await descendantsOf(server.child.pid ?? 0)).toEqual([])
  })

  it('chats', async () => {
    const { choices, usage } = await client.chat.completions.create(asking('Hi there!'))
    expect(choices[0]?.message.content).toMatch(/^[A-Z].+[.!?]$/)
    expect(choices[0]?.finish_reason).toBe('stop')
    expect(usage?.completion_tokens).toBeGreaterThan(0)
  })

  it('streams the same words', async () => {
    const whole = await client.chat.completions.create(asking('Hi there!'))
    let streamed = ''
    let chunks = 0
    for await (const chunk of await client.chat.completions.create({ ...asking('Hi there!'), stream: true })) {
      streamed += chunk.choices[0]?.delta.content ?? ''
      chunks += 1
    }
    expect(streamed).toBe(whole.choices[0]?.message.content)
    expect(chunks).toBeGreaterThan(3)
  })

  it('ends at a stop sequence that runs across tokens', async () => {
    const whole = (await client.chat.completions.create(asking('Hi there!'))).choices[0]?.message.content ?? ''
    const stop = whole.slice(3, 9)
    const { choices } = await client.chat.completions.create({ ...asking('Hi there!'), stop })
    expect(choices[0]?.message.content).toBe(whole.slice(0, whole.indexOf(stop)))
  })

  it('calls a tool by its schema', async () => {
    const { choices } = await client.chat.completions.create({
      ...asking('What is the weather in Paris?'),
      tools: [weather],
      tool_choice: 'required',
    })
    const [call] = choices[0]?.message.tool_calls ?? []
    expect(choices[0]?.finish_reason).toBe('tool_calls')
    if (call?.type !== 'function') throw new Error('no call')
    expect(call.function.name).toBe('get_weather')
    expect(ajv.validate(parameters, JSON.parse(call.function.arguments))).toBe(true)
  })

  it('answers in JSON by a schema', async () => {
    const schema = {
      type: 'object',
      properties: { fruit: { type: 'string', maxLength: 20 }, count: { type: 'integer', minimum: 1, maximum: 9 } },
      required: ['fruit', 'count'],
      additionalProperties: false,
    }
    const { choices } = await client.chat.completions.create({
      ...asking('Name a fruit.'),
      response_format: { type: 'json_schema', json_schema: { name: 'fruit', schema, strict: true } },
    })
    expect(ajv.validate(schema, JSON.parse(choices[0]?.message.content ?? ''))).toBe(true)
  })

  it('counts tokens as they are charged', async () => {
    const { usage } = await client.chat.completions.create({ ...asking('How many tokens are this?'), max_tokens: 1 })
    const { messages } = asking('How many tokens are this?')
    const counted = await post('/v1/token/count', { model, messages })
    expect(counted).toEqual({ status: 200, body: { data: { total_tokens: usage?.prompt_tokens } } })
  })

  it('speaks the other two dialects', async () => {
    const messages = await post('/v1/messages', { ...asking('Hi there!'), max_tokens: 50 })
    expect(messages).toMatchObject({ status: 200, body: { stop_reason: 'end_turn' } })
    const responses = await post('/v1/responses', { model, input: 'Hi there!' })
    expect(responses).toMatchObject({ status: 200, body: { status: 'completed' } })
  })

  it('takes its model along when it stops', async () => {
    const children = await descendantsOf(server.child.pid ?? 0)
    expect(children.length).toBe(1)
    expect(await server.stop()).toBe(0)
    await untilGone(children)
  })
})
