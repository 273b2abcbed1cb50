import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo } from '../../test/support/raw-http.ts'
import { createTestApp } from '../../test/support/test-app.ts'

let app: FastifyInstance
const slow = Promise.withResolvers<void>()
beforeEach(() => {
  app = createTestApp({ uploadIdleMs: 100 })
  app.get('/quick', async () => 'done')
  app.get('/slow', async () => {
    await slow.promise
    return 'late'
  })
})
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

describe('a connection', () => {
  it('that is kept and not used is closed', async () => {
    // Node adds a second of its own.
    app.server.keepAliveTimeout = 1
    const socket = await connectTo(await app.listen({ host: '127.0.0.1', port: 0 }))
    socket.write('GET /quick HTTP/1.1\r\nhost: a\r\n\r\n')
    let text = ''
    socket.on('data', bytes => {
      text += bytes
    })
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1.1 200 .*done$/s)
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
