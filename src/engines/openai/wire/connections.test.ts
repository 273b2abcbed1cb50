import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { selfSigned } from '../../../../test/support/self-signed.ts'
import type { Exchange } from './connection.ts'
import { Connections } from './connections.ts'

const authorities = getCACertificates('default')
let server: Server
let connections: Connections
const sockets: Socket[] = []
/** What the server reads, and who is told of it. */
let read = ''
let onRead = () => {}

beforeEach(async () => {
  sockets.length = 0
  read = ''
  server = createServer(socket => {
    sockets.push(socket)
    socket.setEncoding('utf8').on('error', () => undefined)
    socket.on('data', text => {
      read += text
      onRead()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  connections = new Connections(addressOf(server), ['authorization', 'Bearer secret'])
})
afterEach(async () => {
  connections.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

function addressOf(listening: Server): string {
  const address = listening.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return `http://127.0.0.1:${address.port}/v1/chat/completions`
}

/** Sends a body, and gathers the reply. */
function post(body: string, to = connections) {
  const done = Promise.withResolvers<string>()
  let text = ''
  const exchange: Exchange = {
    onHead({ status }) {
      text += `${status} `
    },
    onBody(bytes) {
      text += bytes
    },
    onEnd: () => done.resolve(text),
    onBreak: error => done.reject(error),
  }
  const connection = to.post(body, exchange)
  return { connection, exchange, reply: done.promise }
}

const arrived = (text: string) =>
  new Promise<void>(resolve => {
    onRead = () => {
      if (read.endsWith(text)) resolve()
    }
    onRead()
  })
const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`

describe('a request', () => {
  it('is sent with its headers and its length in bytes', async () => {
    const { reply } = post('{"a":"é"}')
    await arrived('}')
    expect(read).toBe(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: ${new URL(addressOf(server)).host}\r\n` +
        'authorization: Bearer secret\r\ncontent-length: 10\r\n\r\n{"a":"é"}',
    )
    sockets[0]?.write(ok('yes'))
    expect(await reply).toBe('200 yes')
  })

  it('may be as long as it likes', async () => {
    const body = 'é'.repeat(300_000)
    const { reply } = post(body)
    await vi.waitFor(() => expect(read.length).toBeGreaterThan(body.length))
    sockets[0]?.write(ok('read'))
    expect(await reply).toBe('200 read')
    expect(read.endsWith(`content-length: 600000\r\n\r\n${body}`)).toBe(true)
  })
})

describe('a connection', () => {
  it('is used again, and only when it is free', async () => {
    const first = post('one')
    await arrived('one')
    const second = post('two')
    await arrived('two')
    expect(sockets).toHaveLength(2)
    for (const socket of sockets) socket.write(ok('yes'))
    await Promise.all([first.reply, second.reply])
    const third = post('three')
    await arrived('three')
    expect(sockets).toHaveLength(2)
    for (const socket of sockets) if (!socket.destroyed) socket.write(ok('yes'))
    expect(await third.reply).toBe('200 yes')
  })

  it.each([
    ['says that it closes', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nhi'],
    ['says more than it was asked for', `${ok('hi')}and more`],
  ])('is not used again when the other side %s', async (_, reply) => {
    const first = post('one')
    await arrived('one')
    sockets[0]?.write(reply)
    expect(await first.reply).toBe('200 hi')
    const second = post('two')
    await arrived('two')
    expect(sockets).toHaveLength(2)
    sockets[1]?.write(ok('yes'))
    expect(await second.reply).toBe('200 yes')
  })

  it('is not used again when the reply came before all of the request was sent', async () => {
    const first = post('x'.repeat(16 * 1024 * 1024))
    await vi.waitFor(() => expect(sockets).toHaveLength(1))
    sockets[0]?.pause().write('HTTP/1.1 413 Payload Too Large\r\ncontent-length: 2\r\n\r\nno')
    expect(await first.reply).toBe('413 no')
    const second = post('two')
    await arrived('two')
    expect(sockets).toHaveLength(2)
    sockets[1]?.write(ok('yes'))
    expect(await second.reply).toBe('200 yes')
  })

  it('is forgotten when the other side closes it while it is free', async () => {
    const first = post('one')
    await arrived('one')
    sockets[0]?.write(ok('hi'))
    await first.reply
    sockets[0]?.end()
    await once(sockets[0] as Socket, 'close')
    const second = post('two')
    await arrived('two')
    sockets[1]?.write(ok('yes'))
    expect(await second.reply).toBe('200 yes')
  })

  it('that speaks without being asked is closed', async () => {
    const first = post('one')
    await arrived('one')
    sockets[0]?.write(ok('hi'))
    await first.reply
    sockets[0]?.write(ok('surprise'))
    await once(sockets[0] as Socket, 'close')
  })

  it('ends when its reply is not wanted, and a later one is not touched by that', async () => {
    const first = post('one')
    await arrived('one')
    sockets[0]?.write(ok('hi'))
    await first.reply
    const second = post('two')
    await arrived('two')
    first.connection.leave(first.exchange)
    sockets[0]?.write(ok('yes'))
    expect(await second.reply).toBe('200 yes')
    const third = post('three')
    await arrived('three')
    third.connection.leave(third.exchange)
    await once(sockets[0] as Socket, 'close')
  })

  it('holds its reply back while it is paused', async () => {
    const { connection, exchange, reply } = post('one')
    await arrived('one')
    connection.pause(exchange)
    // More than the system takes in by itself.
    const body = 'x'.repeat(16 * 1024 * 1024)
    sockets[0]?.write(ok(body))
    // Another goes past it meanwhile.
    const other = post('two')
    await arrived('two')
    sockets[1]?.write(ok('yes'))
    await other.reply
    expect(sockets[0]?.writableLength).toBeGreaterThan(0)
    connection.resume(exchange)
    expect((await reply).length).toBe(body.length + 4)
  })

  it.each([
    ['ends', (socket: Socket) => socket.end()],
    ['is cut', (socket: Socket) => socket.resetAndDestroy()],
    ['says what is no reply', (socket: Socket) => void socket.write('nonsense\r\n\r\n')],
  ])('breaks when the other side %s before its reply', async (_, act) => {
    const { reply } = post('one')
    await arrived('one')
    act(sockets[0] as Socket)
    await expect(reply).rejects.toThrow()
  })

  it('that can not be made breaks with the reason', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const nowhere = new Connections(addressOf(gone), [])
    gone.close()
    await once(gone, 'close')
    await expect(post('one', nowhere).reply).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('a secure connection', () => {
  afterEach(() => setDefaultCACertificates(authorities))

  it('is made to the name of the server, whose certificate is checked', async () => {
    const { key, cert } = selfSigned('localhost')
    const secure = createSecureServer({ key, cert }, socket => socket.on('data', () => socket.write(ok('safe'))))
    secure.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const address = addressOf(secure).replace('http://127.0.0.1', 'https://localhost')
    const strangers = new Connections(address, [])
    await expect(post('one', strangers).reply).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    setDefaultCACertificates([cert])
    const known = new Connections(address, [])
    expect(await post('one', known).reply).toBe('200 safe')
    known.close()
    secure.close()
  })
})

describe('connections', () => {
  it('are let go when they have not been used for 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    try {
      const { reply } = post('one')
      await arrived('one')
      sockets[0]?.write(ok('hi'))
      await reply
      const closed = once(sockets[0] as Socket, 'close')
      vi.advanceTimersByTime(29_000)
      expect(sockets[0]?.destroyed).toBe(false)
      vi.advanceTimersByTime(20_000)
      await closed
    } finally {
      vi.useRealTimers()
    }
  })
})
