import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chatRoutes } from '../src/api/chat/route.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { connectTo } from './support/raw-http.ts'
import { ends, says } from './support/scripted-answers.ts'
import { createWatchedEngine } from './support/watched-engine.ts'

const model = 'svc-3.7-flash'
const speaking = createWatchedEngine([{ events: [...says({ text: 'Hello to you.' }), ends()] }])
const hanging = createWatchedEngine([{ events: says({ text: 'And so on' }), hang: true }])

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ chat: chatRoutes }, { [model]: speaking, 'svc-3.5-flash': hanging })
})
afterAll(() => server[Symbol.asyncDispose]())

interface Asked {
  readonly model?: string
  readonly stream?: boolean
  readonly version?: string
  readonly headers?: string
}

/** A request as it goes over the wire. */
async function ask({ model: asked = model, stream = true, version = '1.1', headers = '' }: Asked) {
  const body = JSON.stringify({ model: asked, stream, messages: [{ role: 'user', content: 'Hi' }] })
  const socket = await connectTo(server.url)
  socket.write(
    `POST /v1/chat/completions HTTP/${version}\r\n${version === '1.0' ? '' : 'host: a\r\n'}${headers}` +
      `authorization: Bearer ${server.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  let text = ''
  socket.setEncoding('utf8').on('data', piece => {
    text += piece
  })
  return {
    socket,
    text: () => text,
    /** Resolves when the server has hung up. */
    async whole() {
      await once(socket, 'close')
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      const [status, ...lines] = head.split('\r\n')
      return { status, headers: Object.fromEntries(lines.map(line => line.split(': ', 2))), body }
    },
  }
}

/** Without the lengths of chunks. */
function dechunked(body: string): string {
  let text = ''
  for (let rest = Buffer.from(body); rest.length > 0; ) {
    const line = rest.indexOf('\r\n')
    const length = Number.parseInt(rest.subarray(0, line).toString(), 16)
    text += rest.subarray(line + 2, line + 2 + length).toString()
    rest = rest.subarray(line + 2 + length + 2)
  }
  return text
}

describe('a stream on the wire', () => {
  it('has these headers and no others', async () => {
    const { status, headers, body } = await (
      await ask({ headers: 'connection: close\r\nx-request-id: mine\r\n' })
    ).whole()
    expect(status).toBe('HTTP/1.1 200 OK')
    expect(headers).toEqual({
      'x-request-id': 'mine',
      'request-id': 'mine',
      'x-trace-id': 'mine',
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      Date: expect.any(String),
      Connection: 'close',
      'Transfer-Encoding': 'chunked',
    })
    const text = dechunked(body)
    expect(text).toMatch(/^data: \{"id":"chatcmpl-/)
    expect(text).toMatch(/\n\ndata: \[DONE\]\n\n$/)
    expect(text.split('\n\n').every(frame => frame === '' || /^data: [^\n]+$/.test(frame))).toBe(true)
  })

  it('leaves the connection open for the next request', async () => {
    const { socket, text } = await ask({})
    await vi.waitFor(() => expect(text()).toMatch(/\[DONE\]\n\n\r\n0\r\n\r\n$/))
    const before = text().length
    socket.write('GET /v1/nothing HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    await once(socket, 'close')
    expect(text().slice(before)).toMatch(/^HTTP\/1\.1 404 /)
  })

  it.each([true, false])('is understood by clients of HTTP/1.0 (stream: %s)', async stream => {
    const { status, headers, body } = await (await ask({ version: '1.0', stream })).whole()
    expect(status).toBe('HTTP/1.1 200 OK')
    expect(headers).not.toHaveProperty('Transfer-Encoding')
    if (stream) expect(body).toMatch(/^data: \{.*\}\n\ndata: \[DONE\]\n\n$/s)
    else expect(JSON.parse(body)).toMatchObject({ choices: [{ message: { content: 'Hello to you.' } }] })
  })

  it('shows each piece when it is there, not when all are', async () => {
    const told = server.usages.length
    const { socket, text } = await ask({ model: 'svc-3.5-flash' })
    await vi.waitFor(() => expect(text()).toContain('"content":"on"'))
    socket.destroy()
    await vi.waitFor(() => expect(server.usages).toHaveLength(told + 1))
  })
})

describe('who leaves', () => {
  it.each([
    ['hangs up', true, 'end' as const],
    ['is cut off', true, 'resetAndDestroy' as const],
    ['hangs up, waiting for the whole', false, 'end' as const],
    ['is cut off, waiting for the whole', false, 'resetAndDestroy' as const],
  ])('%s, and the engine stops at once', async (_how, stream, leave) => {
    const { signals } = hanging
    const [generations, told] = [signals.length, server.usages.length]
    const { socket, text } = await ask({ model: 'svc-3.5-flash', stream })
    await vi.waitFor(() => expect(signals).toHaveLength(generations + 1))
    if (stream) await vi.waitFor(() => expect(text()).toContain('"content":"on"'))
    const signal = signals[generations]
    expect(signal?.aborted).toBe(false)

    socket.on('error', () => undefined)[leave]()
    await vi.waitFor(() => expect(signal?.aborted).toBe(true))
    // What was said until then is paid for, and nothing more of it is kept.
    await vi.waitFor(() => expect(server.usages).toHaveLength(told + 1))
    expect(server.usages.at(-1)?.usage.outputTokens).toBe(3)
  })
})
