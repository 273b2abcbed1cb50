import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from './support/error-body.ts'
import { connectTo, sendRaw } from './support/raw-http.ts'
import { adminKey, startServer, type TestServer } from './support/server.ts'

let server: TestServer
let head: string
beforeAll(async () => {
  server = await startServer({ config: 'server: { header_seconds: 1, upload_idle_seconds: 1 }\n' })
  head = `host: medley\r\nauthorization: Bearer ${server.key}\r\n`
})
afterAll(() => server.stop())

const malformed = errorBody('request_params_invalid', 'This is not a well-formed HTTP request.')

describe('what is not HTTP', () => {
  it.each([
    ['words', 'hello there\r\n\r\n'],
    ['an unknown method', 'BREW /v1/models HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a broken header', 'GET /v1/models HTTP/1.1\r\nhost x\r\n\r\n'],
    ['two lengths', 'POST /v1/files HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na'],
    [
      'a length and chunks',
      'POST /v1/files HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    // With a key: without one the body is not even looked at.
    [
      'a broken chunk',
      `POST /v1/audio/voices HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${adminKey}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n`,
    ],
  ])('is answered as everything else: %s', async (_, bytes) => {
    const { status, headers, body } = await sendRaw(server.url, bytes)
    expect(status).toBe(400)
    expect(body).toEqual(malformed)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('connection')).toBe('close')
  })

  it('or has no host is refused', async () => {
    const { status, body } = await sendRaw(server.url, 'GET /v1/models HTTP/1.1\r\nconnection: close\r\n\r\n')
    expect(status).toBe(400)
    expect(body).toEqual(errorBody('request_params_invalid', 'The Host header is missing.'))
  })

  it('but has an odd expectation is served', async () => {
    const request = `GET /v1/models/svc-asr HTTP/1.1\r\n${head}expect: wonders\r\nconnection: close\r\n\r\n`
    expect(await sendRaw(server.url, request)).toMatchObject({ status: 200, body: { id: 'svc-asr' } })
  })
})

describe('a flood of headers', () => {
  const tooLarge = errorBody('headers_too_large', 'The headers are too large: at most 16 KiB in all.')

  it('is stopped, whether it comes at once or goes on and on', async () => {
    const one = `GET /v1/models HTTP/1.1\r\n${head}x-flood: ${'y'.repeat(20_000)}\r\n\r\n`
    const lines = Array.from({ length: 200 }, (_, n) => `x-flood-${n}: ${'y'.repeat(20_000)}\r\n`)
    for (const chunks of [[one], [`GET /v1/models HTTP/1.1\r\n${head}`, ...lines]]) {
      const { status, body } = await sendRaw(server.url, ...chunks)
      expect(status).toBe(431)
      expect(body).toEqual(tooLarge)
    }
  })

  it('is none as long as it fits', async () => {
    const request = `GET /v1/models HTTP/1.1\r\n${head}connection: close\r\nx-large: ${'y'.repeat(15_000)}\r\n\r\n`
    expect((await sendRaw(server.url, request)).status).toBe(200)
  })
})

describe.concurrent('a client that stops in the middle', () => {
  const stopped = errorBody('request_timeout', 'The body stopped coming for 1 s.')

  it.each([
    [
      'of its headers',
      'GET /v1/models HTTP/1.1\r\nhost: x\r\n',
      errorBody('request_timeout', 'The request did not arrive in time.'),
    ],
    [
      'of JSON',
      'POST /v1/admin/keys HTTP/1.1\r\n$HEAD$content-type: application/json\r\ncontent-length: 20\r\n\r\n{"na',
      stopped,
    ],
    [
      'of a file',
      'POST /v1/files HTTP/1.1\r\n$HEAD$content-type: multipart/form-data; boundary=edge\r\ncontent-length: 2000\r\n\r\n' +
        '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
      stopped,
    ],
  ])('%s is told so and cut off', async (_, bytes, expected) => {
    const { status, headers, body } = await sendRaw(server.url, bytes.replace('$HEAD$', head))
    expect(status).toBe(408)
    expect(body).toEqual(expected)
    expect(headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('is not one that is only slow', async () => {
    const socket = await connectTo(server.url)
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    const body = '{"name":"slow"}'
    socket.write(`POST /v1/admin/keys HTTP/1.1\r\n${head}connection: close\r\ncontent-type: application/json\r\n`)
    socket.write(`content-length: ${body.length}\r\n\r\n`)
    for (let at = 0; at < body.length; at += 5) {
      // Less than the second that it may stand still, and more than one in all.
      await new Promise(resolve => setTimeout(resolve, 450))
      socket.write(body.slice(at, at + 5))
    }
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1.1 200 /)
  })
})
