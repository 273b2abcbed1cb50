import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../../test/support/error-body.ts'
import { type GenerationServer, startGenerationServer } from '../../../test/support/generation-server.ts'
import type { Engine } from '../../core/engine.ts'
import { PlatformError } from '../../core/errors.ts'
import type { GenerationRequest } from '../../core/generation.ts'
import { tokenRoutes } from './route.ts'

const counted: GenerationRequest[] = []
const signals: AbortSignal[] = []
const engine: Engine = {
  text: {
    sees: { image: true, video: false, audio: false },
    generate() {
      throw new Error('counting must not generate')
    },
    async countTokens(request, signal) {
      counted.push(request)
      signals.push(signal)
      const said = JSON.stringify(request.messages)
      if (said.includes('away')) throw new PlatformError('service_unavailable', 'The engine is away.')
      if (said.includes('wait')) await new Promise((_, reject) => signal.addEventListener('abort', reject))
      return said.length
    },
  },
  async close() {},
}

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ tokens: tokenRoutes }, { 'svc-3.7-flash': engine })
})
afterAll(() => server[Symbol.asyncDispose]())

const asking = (content: string, more = {}) => ({
  model: 'svc-3.7-flash',
  messages: [{ role: 'user', content }],
  ...more,
})
const post = (content: string, more = {}) => server.post('/v1/token/count', asking(content, more))

describe('POST /v1/token/count', () => {
  it('counts what the engine counts', async () => {
    const reply = await post('Hi')
    expect(reply.status).toBe(200)
    const messages = [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }]
    expect(await reply.json()).toEqual({ data: { total_tokens: JSON.stringify(messages).length } })
    expect(counted.at(-1)?.messages).toEqual(messages)
    expect(server.usages).toEqual([])
  })

  it('names what it does not know', async () => {
    expect((await post('Hi', { temperature: 1, tools: [] })).headers.get('x-medley-ignored')).toBe('temperature, tools')
  })

  it.each([
    [{ model: 'nobody' }, 404, 'model_invalid'],
    [{ model: 'svc-asr' }, 400, 'request_params_invalid'],
    [{ model: 'svc-5-preview' }, 503, 'service_unavailable'],
    [{ messages: [{ role: 'user', content: 'away' }] }, 503, 'service_unavailable'],
    [{ messages: 'Hi' }, 400, 'request_params_invalid'],
  ])('refuses %j', async (more, status, code) => {
    const reply = await post('Hi', more)
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ error: { type: code, code } })
  })

  it('refuses in the dress of the platform', async () => {
    expect(await (await post('Hi', { messages: [] })).json()).toEqual(
      errorBody('request_params_invalid', '"messages" must have at least 1 item (got an empty array).', 'messages'),
    )
  })

  it('stops when nobody waits', async () => {
    const leaving = new AbortController()
    const before = signals.length
    const reply = fetch(`${server.url}/v1/token/count`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(asking('wait')),
      signal: leaving.signal,
    })
    await expect.poll(() => signals.length).toBe(before + 1)
    leaving.abort()
    await expect(reply).rejects.toThrow()
    await expect.poll(() => signals.at(-1)?.aborted).toBe(true)
  })
})
