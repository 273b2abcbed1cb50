import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chat,
  delta,
  type MockUpstream,
  mockUpstream,
  replyWith,
  sse,
  usageChunk,
} from '../src/engines/openai/mock-upstream.fixture.ts'
import { startServer, type TestServer } from './support/server.ts'

const model = 'svc-3.7-flash'
const words = (text: string) => ({ role: 'user', content: text })
const families = [
  ['chat', '/v1/chat/completions', (text: string) => ({ model, messages: [words(text)] })],
  ['messages', '/v1/messages', (text: string) => ({ model, max_tokens: 100, messages: [words(text)] })],
  ['responses', '/v1/responses', (text: string) => ({ model, input: text })],
] as const

const said = [delta({ role: 'assistant', content: 'One ' }), delta({ content: 'two ' }), delta({ content: 'three.' })]
const counted = {
  prompt_tokens: 21,
  completion_tokens: 3,
  total_tokens: 24,
  prompt_tokens_details: { cached_tokens: 8 },
}

let upstream: MockUpstream
let server: TestServer
beforeAll(async () => {
  upstream = await mockUpstream({
    [chat](request, response) {
      const { last, body } = request
      if (last === 'silence') return undefined
      if (last === 'refuse') return replyWith(400, { error: { message: 'No.' } })(request, response)
      if (!body.stream) {
        const choice = { index: 0, message: { role: 'assistant', content: 'One two three.' }, finish_reason: 'stop' }
        return replyWith(200, { choices: [choice], usage: counted })(request, response)
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const withCounts = last.includes('count')
      response.write(sse(...said.map(chunk => (withCounts ? { ...chunk, usage: counted } : chunk))))
      if (last.startsWith('go on')) return undefined
      if (last.startsWith('break')) return void response.write(sse(delta({ content: '' })), () => response.destroy())
      response.end(sse(delta({}, 'stop'), usageChunk(21, 3, { prompt_tokens_details: { cached_tokens: 8 } }), '[DONE]'))
    },
  })
  const entry = `{ engine: openai, url: "${upstream.url}", model: theirs, health: false }`
  server = await startServer({ config: `models:\n  ${model}: ${entry}\n` })
})
afterAll(async () => {
  await server.stop()
  await upstream.close()
})

const today = () => new Date().toISOString().slice(0, 10)

describe.each(families)('usage of %s', (family, path, bodyOf) => {
  /** What a key of its own has used after this. */
  async function used(ask: (key: string) => Promise<unknown>): Promise<() => Promise<unknown>> {
    const { key, secret } = await server.platform.keys.create({ name: family, project: family })
    await ask(secret)
    const row = { day: today(), project_id: key.projectId, key_id: key.id, family, model }
    return async () => {
      const { body } = await server.json<{ data: object[] }>(`/v1/admin/usage?key_id=${key.id}`)
      for (const one of body.data) expect(one).toMatchObject(row)
      return body.data.map(({ ...one }) => Object.fromEntries(Object.entries(one).filter(([name]) => !(name in row))))
    }
  }
  const post = (key: string, text: string, more: object = {}, signal?: AbortSignal) =>
    server.fetch(path, {
      key,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodyOf(text), ...more }),
      ...(signal && { signal }),
    })
  /** Leaves once it has heard this. */
  async function leaveAfter(word: string, key: string, text: string): Promise<void> {
    const leaving = new AbortController()
    const { body } = await post(key, text, { stream: true }, leaving.signal)
    let heard = ''
    for await (const piece of body ?? []) {
      heard += Buffer.from(piece).toString()
      if (heard.includes(word)) break
    }
    leaving.abort()
  }
  const counts = { requests: 1, failures: 0, input_tokens: 21, cached_tokens: 8, output_tokens: 3 }

  it('tells what answers have cost, streamed and whole', async () => {
    const rows = await used(async key => {
      await (await post(key, 'hello', { stream: true })).text()
      await (await post(key, 'hello')).text()
    })
    const twice = { requests: 2, failures: 0, input_tokens: 42, cached_tokens: 16, output_tokens: 6 }
    await expect.poll(rows).toEqual([twice])
  })

  it('tells what an answer has cost that its caller left, as the upstream counted it', async () => {
    const rows = await used(key => leaveAfter('three.', key, 'go on and count'))
    await expect.poll(rows).toEqual([{ ...counts, failures: 1 }])
  })

  it('tells what an answer has cost that its caller left, also where it must be counted here', async () => {
    const rows = await used(key => leaveAfter('three.', key, 'go on'))
    // Three for the beginning of an answer, four for a message, two for its words.
    await expect
      .poll(rows, { timeout: 15_000 })
      .toEqual([{ ...counts, failures: 1, input_tokens: 9, cached_tokens: 0 }])
  })

  it('tells what an answer has cost that broke off', async () => {
    const rows = await used(async key => (await post(key, 'break and count', { stream: true })).text())
    await expect.poll(rows).toEqual([{ ...counts, failures: 1 }])
  })

  it('tells what a whole answer has cost that its caller did not wait for', async () => {
    const rows = await used(async key => {
      const leaving = new AbortController()
      const before = upstream.chats.length
      const asked = post(key, 'silence', {}, leaving.signal)
      await expect.poll(() => upstream.chats.length).toBe(before + 1)
      leaving.abort()
      await expect(asked).rejects.toThrow()
    })
    // Counted here: three for the beginning of an answer, four for a message, two for its word. Nobody knows the output.
    const left = { requests: 1, failures: 1, input_tokens: 9, cached_tokens: 0, output_tokens: 0 }
    await expect.poll(rows, { timeout: 15_000 }).toEqual([left])
  })

  it('tells of no tokens where nothing was generated', async () => {
    const rows = await used(async key => (await post(key, 'refuse', { stream: true })).text())
    await expect.poll(rows).toEqual([{ requests: 1, failures: 1, input_tokens: 0, cached_tokens: 0, output_tokens: 0 }])
  })
})
