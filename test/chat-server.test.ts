import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Script } from '../src/engines/scripted/scripted.ts'
import { ends, says } from './support/scripted-answers.ts'
import { startServer, type TestServer } from './support/server.ts'

const model = 'svc-3.7-flash'
const script: Script = {
  replies: [
    { when: 'wait', events: says({ text: 'And so on' }), hang: true },
    { events: [...says({ text: 'Hello to you.' }), ends()] },
  ],
}

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-chat-'))
  await writeFile(join(folder, 'script.json'), JSON.stringify(script))
  const config = `models:\n  ${model}: { engine: scripted, script: ./script.json }\n`
  server = await startServer({ folder, config })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const asking = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] })
const metric = async (name: string) =>
  (await (await server.fetch('/metrics')).text()).split('\n').find(line => line.startsWith(name))

describe('chat on the whole server', () => {
  it('is served, counted and measured', async () => {
    const { key, secret } = await server.platform.keys.create({ name: 'talker', project: 'talker' })
    const client = new OpenAI({ apiKey: secret, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const whole = await client.chat.completions.create(asking('hello'))
    expect(whole.choices[0]?.message.content).toBe('Hello to you.')
    const streamed = await client.chat.completions.stream(asking('hello')).finalChatCompletion()
    expect(streamed.choices[0]?.message.content).toBe('Hello to you.')
    const counted = await server.json('/v1/token/count', { body: asking('hello'), key: secret })
    expect(counted).toMatchObject({ status: 200, body: { data: { total_tokens: 10 } } })

    const row = { key_id: key.id, model, failures: 0 }
    await expect
      .poll(async () => (await server.json(`/v1/admin/usage?key_id=${key.id}`)).body)
      .toMatchObject({
        data: [
          { ...row, family: 'chat', requests: 2, input_tokens: 20, cached_tokens: 8, output_tokens: 12 },
          { ...row, family: 'tokens', requests: 1, input_tokens: 0 },
        ],
      })
    expect(await metric(`medley_tokens_total{model="${model}",kind="output"}`)).toMatch(/ 12$/)
  })

  it('counts the streams that are open', async () => {
    const client = new OpenAI({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    for await (const { choices } of await client.chat.completions.create({ ...asking('wait'), stream: true })) {
      if (choices[0]?.delta.content !== 'on') continue
      expect(await metric('medley_open_streams')).toMatch(/ 1$/)
      break
    }
    await expect.poll(() => metric('medley_open_streams')).toMatch(/ 0$/)
  })

  it('is closed to keys that may not chat', async () => {
    const { secret } = await server.platform.keys.create({ name: 'reader', scopes: ['files'] })
    for (const path of ['/v1/chat/completions', '/v1/token/count']) {
      expect(await server.json(path, { body: asking('hello'), key: secret })).toMatchObject({
        status: 403,
        body: { error: { type: 'permission_denied' } },
      })
    }
  })
})
