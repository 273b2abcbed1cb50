import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectTo } from '../../test/support/raw-http.ts'
import { createTestApp } from '../../test/support/test-app.ts'
import { sendStream, watchLeaving } from './stream.ts'

let app: FastifyInstance
let open = 0
const logged: string[] = []
beforeEach(() => {
  open = 0
  logged.length = 0
  app = createTestApp({
    logger: pino({ level: 'error' }, { write: line => void logged.push(line) }),
    onStream: change => {
      open += change
    },
  })
})
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

const sse = { contentType: 'text/event-stream' }
const listen = () => app.listen({ host: '127.0.0.1', port: 0 })
async function knock() {
  const socket = await connectTo(await listen())
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  return socket
}

/** Serves these frames, and tells of the response that they go to. */
function serve(frames: () => AsyncIterable<string>): Promise<ServerResponse> {
  return new Promise(resolve => {
    app.get('/', async (_request, reply) => {
      resolve(reply.raw)
      await sendStream(reply, frames(), sse)
      return reply
    })
  })
}

describe('a stream', () => {
  it('is sent whole and in order, however much of it there is', async () => {
    const frames = Array.from({ length: 3000 }, (_, index) => `${index}:${'x'.repeat(500)}\n`)
    serve(async function* () {
      yield* frames
    })
    expect(await (await fetch(await listen())).text()).toBe(frames.join(''))
    expect(open).toBe(0)
  })

  it('is pulled no faster than its reader reads, and let go when the reader leaves', async () => {
    const most = 2000
    let pulled = 0
    let letGo = false
    const serving = serve(async function* () {
      try {
        for (; pulled < most; pulled++) yield 'x'.repeat(64 * 1024)
      } finally {
        letGo = true
      }
    })
    const socket = (await knock()).pause()
    const raw = await serving
    await vi.waitFor(() => expect(raw.writableNeedDrain || letGo).toBe(true), { timeout: 10_000 })
    expect(open).toBe(1)
    socket.destroy()
    await vi.waitFor(() => expect(letGo).toBe(true))
    expect(pulled).toBeLessThan(most)
    expect(open).toBe(0)
  })

  it('sends what is there at one moment with one write', async () => {
    const writes: number[] = []
    app.addHook('onRequest', async ({ socket }) => {
      const { _writev: writev, _write: write } = socket
      socket._writev = (chunks, done) => {
        writes.push(chunks.length)
        writev?.call(socket, chunks, done)
      }
      socket._write = (chunk, encoding, done) => {
        writes.push(1)
        write.call(socket, chunk, encoding, done)
      }
    })
    serve(async function* () {
      for (let index = 0; index < 100; index++) yield `frame ${index}\n`
    })
    expect(await (await fetch(await listen())).text()).toContain('frame 99')
    expect(writes).toEqual([expect.any(Number)])
  })

  it('that breaks does not look like one that ended', async () => {
    serve(async function* () {
      yield 'Hel'
      throw new Error('the frames broke')
    })
    const url = await listen()
    await expect(fetch(url).then(reply => reply.text())).rejects.toThrow()
    expect(open).toBe(0)
    expect(logged.join()).toContain('the frames broke')
  })
})

describe('leaving', () => {
  it('is told of while the reply is under way', async () => {
    let signal: AbortSignal | undefined
    app.get('/', async (_request, reply) => {
      signal = watchLeaving(reply).signal
      await once(signal, 'abort')
      throw signal.reason
    })
    const socket = await knock()
    await vi.waitFor(() => expect(signal).toBeDefined())
    expect(signal?.aborted).toBe(false)
    socket.destroy()
    await vi.waitFor(() => expect(signal?.aborted).toBe(true))
    // It is nobody's failure.
    await app.close()
    expect(logged).toEqual([])
  })

  it('is told of when it was over before anybody watched', async () => {
    let signal: AbortSignal | undefined
    app.get('/', async (_request, reply) => {
      reply.raw.destroy()
      await once(reply.raw, 'close')
      signal = watchLeaving(reply).signal
      return ''
    })
    await knock()
    await vi.waitFor(() => expect(signal?.aborted).toBe(true))
  })

  it('is not told of when the reply was finished', async () => {
    let signal: AbortSignal | undefined
    app.get('/', async (_request, reply) => {
      signal = watchLeaving(reply).signal
      return 'done'
    })
    await (await fetch(await listen(), { headers: { connection: 'close' } })).text()
    await app.close()
    expect(signal?.aborted).toBe(false)
  })
})
