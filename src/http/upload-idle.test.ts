import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo } from '../../test/support/raw-http.ts'
import { createTestApp } from '../../test/support/test-app.ts'
import { sendStream } from './stream.ts'

let app: FastifyInstance
const slow = Promise.withResolvers<void>()
beforeEach(() => {
  app = createTestApp({ uploadIdleMs: 100 })
  app.get('/quick', async () => 'done')
  app.get('/streamed', async (_request, reply) => {
    await sendStream(reply, Readable.from(['done']), { contentType: 'text/plain' })
    return reply
  })
  app.get('/slow', async () => {
    await slow.promise
    return 'late'
  })
})
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

describe('a body that stops coming', () => {
  it('is cut off on every server that the framework listens with', async () => {
    app.post('/', async () => 'read')
    await app.ready()
    const other = createServer((request, response) => app.routing(request, response)).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (let tries = 0; tries < 2; tries++) {
      const socket = await connectTo(`http://127.0.0.1:${port}`)
      socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
      let text = ''
      socket.on('data', bytes => {
        text += bytes
      })
      await once(socket, 'close')
      expect(text).toMatch(/^HTTP\/1.1 408 /)
    }
    other.close()
  })
})

describe('a connection', () => {
  it.each(['/quick', '/streamed'])('that is kept after %s and not used is closed', async path => {
    // Node adds a second of its own.
    app.server.keepAliveTimeout = 1
    const socket = await connectTo(await app.listen({ host: '127.0.0.1', port: 0 }))
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    let text = ''
    socket.on('data', bytes => {
      text += bytes
    })
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1.1 200 .*done/s)
  })

  it('that waits for its answer is left alone', async () => {
    const socket = await connectTo(await app.listen({ host: '127.0.0.1', port: 0 }))
    // Told before ours decides, and thus after it has decided about the time before.
    const quiet = once(app.server, 'timeout')
    socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    await quiet
    slow.resolve()
    const [bytes] = await once(socket, 'data')
    expect(String(bytes)).toMatch(/^HTTP\/1.1 200 .*late$/s)
  })
})
