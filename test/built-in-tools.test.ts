import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { chatRoutes } from '../src/api/chat/route.ts'
import { PlatformError } from '../src/core/errors.ts'
import { createScriptedEngine, type ScriptedReply } from '../src/engines/scripted/scripted.ts'
import { createBuiltInTools } from '../src/services/built-in-tools.ts'
import { startGenerationServer } from './support/generation-server.ts'
import { callOf, said } from './support/weather-script.ts'

const model = 'svc-3.7-flash'
const found = [{ index: 1, url: 'https://example.org/oslo', title: 'Oslo', summary: 'It rains in Oslo.' }]
const search = { type: 'web_search', function: { description: 'This tool searches the web' } }
const books = (more = {}) => ({
  type: 'retrieval',
  function: { description: 'Our handbook', options: { vector_store_id: 'vs_books', ...more } },
})
const weatherTool = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }

interface Completion {
  choices: { finish_reason: string; message: { tool_calls: { type: string }[] } }[]
  usage: object
}

async function setUp(replies: ScriptedReply[], isDown = false) {
  const engine = createScriptedEngine({ replies })
  const looked: string[] = []
  const look = async (where: string, what: string) => {
    looked.push(`${where}: ${what}`)
    if (isDown) throw new PlatformError('service_unavailable', 'The web search could not be asked.')
    return found
  }
  const builtInTools = createBuiltInTools({
    webSearch: { search: keyword => look('web', keyword) },
    stores: {
      find: async (projectId, id) =>
        id === 'vs_books' ? { id, projectId, name: 'books', type: 'text', createdAt: 0 } : undefined,
    },
    searchStore: ({ projectId, storeId }, question) => look(`${projectId}/${storeId}`, question),
  })
  const server = await startGenerationServer({ chat: chatRoutes }, { [model]: engine }, undefined, builtInTools)
  const ask = async (more: object, content = 'How is it in Oslo?') => {
    const messages = [{ role: 'user', content }]
    const reply = await server.post('/v1/chat/completions', { model, messages, ...more })
    return { status: reply.status, body: (await reply.json()) as Completion }
  }
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.key, maxRetries: 0 })
  return { server, engine, looked, ask, client }
}

const searches: ScriptedReply[] = [
  { when: 'It rains', events: said('Take an umbrella.') },
  { events: callOf('svc_websearch', { keyword: 'Oslo weather' }) },
]
const shownCall = {
  id: 'call_1',
  type: 'web_search',
  function: { name: 'svc_websearch', arguments: '{"keyword":"Oslo weather"}', results: found },
}

describe('web_search', () => {
  it('is used by the server, and shown with what was found', async () => {
    const { server, engine, looked, ask } = await setUp(searches)
    await using _ = server
    const { body } = await ask({ tools: [search] })
    expect(looked).toEqual(['web: Oslo weather'])
    expect(body.choices).toEqual([
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: 'Take an umbrella.', tool_calls: [shownCall] },
      },
    ])
    expect(body.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 18 })
    expect(engine.requests[0]?.tools[0]).toMatchObject({
      name: 'svc_websearch',
      description: 'This tool searches the web',
      parameters: { required: ['keyword'] },
    })
  })

  it('streams the same', async () => {
    const { server, client } = await setUp(searches)
    await using _ = server
    const stream = await client.chat.completions.create({
      model,
      stream: true,
      messages: [{ role: 'user', content: 'How is it in Oslo?' }],
      tools: [search as never],
    })
    const deltas = []
    let finish = ''
    for await (const { choices } of stream) {
      deltas.push(choices[0]?.delta)
      finish = choices[0]?.finish_reason || finish
    }
    const calls = deltas.flatMap(delta => delta?.tool_calls ?? [])
    expect(calls[0]).toMatchObject({ index: 0, id: 'call_1', type: 'web_search', function: { results: found } })
    expect(calls.map(call => call.function?.arguments).join('')).toBe(shownCall.function.arguments)
    expect(deltas.map(delta => delta?.content ?? '').join('')).toBe('Take an umbrella.')
    expect(finish).toBe('stop')
  })

  it('and a function of the caller in one answer: the caller has to answer his own', async () => {
    const both: ScriptedReply[] = [
      {
        events: [
          ...callOf('svc_websearch', { keyword: 'x' }).slice(0, -1),
          { type: 'part-start', part: 1, kind: 'tool-call', id: 'call_2', name: 'weather' },
          { type: 'part-delta', part: 1, text: '{}', tokens: 1 },
          { type: 'part-end', part: 1 },
          ...callOf('x', {}).slice(-1),
        ],
      },
    ]
    const { server, engine, ask } = await setUp(both)
    await using _ = server
    const { body } = await ask({ tools: [search, weatherTool] })
    expect(body.choices[0]?.finish_reason).toBe('tool_calls')
    expect(body.choices[0]?.message.tool_calls.map(call => call.type)).toEqual(['web_search', 'function'])
    expect(engine.requests).toHaveLength(1)
  })

  it('comes to an end with a model that only ever searches', async () => {
    const { server, engine, ask } = await setUp([{ events: callOf('svc_websearch', { keyword: 'x' }) }])
    await using _ = server
    const { status, body } = await ask({ tools: [search] })
    expect(status).toBe(200)
    expect(engine.requests).toHaveLength(4)
    expect(engine.requests.at(-1)?.tools).toEqual([])
    expect(body.choices[0]?.message.tool_calls.at(-1)?.type).toBe('function')
  })

  it('takes its own calls back as history', async () => {
    const { server, engine } = await setUp([{ events: said('Yes.') }])
    await using _ = server
    const messages = [
      { role: 'user', content: 'How is it in Oslo?' },
      { role: 'assistant', content: 'Take an umbrella.', tool_calls: [shownCall] },
      { role: 'user', content: 'Really?' },
    ]
    const reply = await server.post('/v1/chat/completions', { model, messages, tools: [search] })
    expect(reply.status).toBe(200)
    expect(engine.requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(JSON.stringify(engine.requests[0]?.messages[2])).toContain('It rains in Oslo.')
  })

  it('that can not be asked fails the answer', async () => {
    const { server, ask } = await setUp(searches, true)
    await using _ = server
    expect(await ask({ tools: [search] })).toMatchObject({
      status: 503,
      body: { error: { type: 'service_unavailable', message: 'The web search could not be asked.' } },
    })
  })

  it('is refused by a server without one', async () => {
    const engine = createScriptedEngine({ replies: [] })
    await using server = await startGenerationServer({ chat: chatRoutes }, { [model]: engine })
    const messages = [{ role: 'user', content: 'x' }]
    const reply = await server.post('/v1/chat/completions', { model, messages, tools: [search] })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({
      error: { param: 'tools[0].type', message: expect.stringContaining('web_search: <address of a SearXNG>') },
    })
  })
})

describe('retrieval', () => {
  const asks = callOf('svc_retrieval', { query: 'rain' })

  it('looks into the store, and puts what was found into the template', async () => {
    const { server, engine, looked, ask } = await setUp([
      { when: 'Use [1]', events: said('It rains.') },
      { events: asks },
    ])
    await using _ = server
    const template = 'Use {{knowledge}} to answer {{ query }}.'
    const { body } = await ask({ tools: [books({ prompt_template: template })] })
    expect(looked).toEqual(['project_test/vs_books: rain'])
    expect(body.choices[0]?.message).toMatchObject({
      content: 'It rains.',
      tool_calls: [{ type: 'retrieval', function: { name: 'svc_retrieval', results: found } }],
    })
    expect(JSON.stringify(engine.requests[1]?.messages.at(-1))).toContain(
      'Use [1] Oslo\\nIt rains in Oslo. to answer rain.',
    )
  })

  it('of two stores is two functions', async () => {
    const { server, engine, ask } = await setUp([{ events: said('Yes.') }])
    await using _ = server
    await ask({ tools: [books(), books()] })
    expect(engine.requests[0]?.tools.map(({ name }) => name)).toEqual(['svc_retrieval', 'svc_retrieval_2'])
  })

  it('is refused for a store that is not there', async () => {
    const { server, ask } = await setUp([])
    await using _ = server
    expect(await ask({ tools: [books({ vector_store_id: 'vs_none' })] })).toMatchObject({
      status: 400,
      body: { error: { param: 'tools[0].function.options.vector_store_id' } },
    })
  })
})
