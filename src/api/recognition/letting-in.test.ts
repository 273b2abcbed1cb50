import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type RecognitionServer, startRecognitionServer } from '../../../test/support/recognition/recognition-server.ts'
import { vocabulary } from '../../../test/support/recognition/tones.ts'
import { createScriptedRecognition } from '../../engines/scripted/scripted-recognition.ts'

let server: RecognitionServer
beforeAll(async () => {
  server = await startRecognitionServer(createScriptedRecognition({ vocabulary }))
})
afterAll(() => server[Symbol.asyncDispose]())

describe('letting in', () => {
  const refusal = async (headers: Record<string, string>, path = '/v1/realtime/asr/stream') => {
    const [status, body] = await new Promise<[number, string]>((resolve, reject) => {
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
      const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }
      const asked = request(server.url + path, { headers: { ...upgrade, ...key, ...headers } })
      asked.on('response', async response => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve([response.statusCode ?? 0, text])
      })
      asked.on('upgrade', (_response, socket) => {
        socket.destroy()
        resolve([101, '{}'])
      })
      asked.on('error', reject)
      asked.end()
    })
    return { status, body: JSON.parse(body) as unknown }
  }

  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer wrong' }],
    ['a wrong key among the protocols', { 'sec-websocket-protocol': 'realtime, openai-insecure-api-key.wrong' }],
  ])('refuses %s with 401 and a body', async (_what, headers) => {
    const message = 'Incorrect API key provided'
    expect(await refusal(headers)).toEqual({
      status: 401,
      body: { error: { message, type: 'invalid_api_key', param: null, code: 'invalid_api_key' } },
    })
  })

  it('takes the key from a subprotocol, and answers with the other one', async () => {
    const socket = new WebSocket(server.socketUrl, ['realtime', `openai-insecure-api-key.${server.key}`])
    await once(socket, 'open')
    expect(socket.protocol).toBe('realtime')
    socket.close()
    await once(socket, 'close')
    await expect.poll(() => server.served.at(-1)).toMatchObject({ status: 101, model: 'svcaudio-2.5-asr-stream' })
  })

  it('refuses models that do not exist or do not hear', async () => {
    const headers = { authorization: `Bearer ${server.key}` }
    expect((await refusal(headers, '/v1/realtime/asr/stream?model=none')).status).toBe(404)
    expect((await refusal(headers, '/v1/realtime/asr/stream?model=svc-3.7-flash')).status).toBe(400)
    expect((await refusal(headers, '/v1/nowhere')).status).toBe(404)
  })

  it('tells who comes without an upgrade what this is, and ignores other upgrades', async () => {
    const response = await server.fetch('/v1/realtime/asr/stream')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('WebSocket')
    const [other] = await once(
      request(`${server.url}/v1/none`, { headers: { connection: 'Upgrade', upgrade: 'h2c' } }).end(),
      'response',
    )
    expect(other.statusCode).toBe(404)
  })

  it('refuses with 503 where nothing serves the model', async () => {
    await using bare = await startRecognitionServer(undefined)
    const socket = new WebSocket(bare.socketUrl, { headers: { authorization: `Bearer ${bare.key}` } })
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(503)
  })
})
