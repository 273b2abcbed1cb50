import { getEventListeners } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSafeFetch, type FetchLimits } from './safe-fetch.ts'

const limits: FetchLimits = { maxBytes: 1000, timeoutMs: 5000 }
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(listener: RequestListener): Promise<{ server: Server; port: number; url: string }> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://127.0.0.1:${port}` }
}

function fetcher(options: Partial<Parameters<typeof createSafeFetch>[0]> = {}) {
  const safe = createSafeFetch({ allow: ['127.0.0.1'], ...options })
  closers.push(safe.close)
  return safe
}

const noConnections = (server: Server) =>
  expect
    .poll(() => new Promise(resolve => server.getConnections((_error, count) => resolve(count))), { interval: 5 })
    .toBe(0)

describe('a fetch that succeeds', () => {
  it('gives the body, its type, name and length, and closes the connection', async () => {
    const { server, url } = await serve((request, response) => {
      response.setHeader('content-type', 'Audio/WAV; codecs=1')
      response.setHeader('content-length', 5)
      response.end(request.url === '/a/voice.wav?v=1' ? 'hello' : 'other')
    })
    const { body, ...facts } = await fetcher().fetch(`${url}/a/voice.wav?v=1#part`, limits)
    expect(facts).toEqual({
      url: `${url}/a/voice.wav?v=1#part`,
      contentType: 'audio/wav',
      filename: 'voice.wav',
      declaredBytes: 5,
    })
    expect(await text(body)).toBe('hello')
    await noConnections(server)
  })

  it('sends nothing that identifies the caller, and asks for plain bytes', async () => {
    const { url } = await serve((request, response) => response.end(JSON.stringify(request.headers)))
    const { body } = await fetcher().fetch(url, { ...limits, types: undefined })
    expect(JSON.parse(await text(body))).toEqual({
      host: new URL(url).host,
      connection: 'close',
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'medley',
    })
  })

  it('uses no proxy of the environment', async () => {
    const proxied: string[] = []
    const proxy = await serve((request, response) => {
      proxied.push(request.url ?? '')
      response.end('proxy')
    })
    const { url } = await serve((_request, response) => response.end('direct'))
    for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.url)
    closers.push(() => vi.unstubAllEnvs())
    const { body } = await fetcher().fetch(url, limits)
    expect(await text(body)).toBe('direct')
    expect(proxied).toEqual([])
  })

  it.each([
    ['gzip', gzipSync('unpacked')],
    ['br', brotliCompressSync('unpacked')],
  ])('unpacks %s that was not asked for', async (encoding, packed) => {
    const { url } = await serve((_request, response) =>
      response.setHeader('content-encoding', encoding).setHeader('content-length', packed.length).end(packed),
    )
    const { body, declaredBytes } = await fetcher().fetch(url, limits)
    expect(await text(body)).toBe('unpacked')
    expect(declaredBytes).toBeUndefined()
  })
})

describe('limits', () => {
  it('refuses a declared length over the limit before reading', async () => {
    const { server, url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1001 })
      response.flushHeaders()
    })
    await expect(fetcher().fetch(url, limits)).rejects.toMatchObject({ reason: 'size' })
    await noConnections(server)
  })

  it('takes a body of exactly the limit and ends an undeclared one a byte later', async () => {
    const { server, url } = await serve((request, response) => {
      response.write('x'.repeat(900))
      response.end('x'.repeat(request.url === '/fits' ? 100 : 101))
    })
    const { fetch } = fetcher()
    expect(await buffer((await fetch(`${url}/fits`, limits)).body)).toHaveLength(1000)
    const { body, declaredBytes } = await fetch(url, limits)
    expect(declaredBytes).toBeUndefined()
    await expect(buffer(body)).rejects.toMatchObject({ reason: 'size', message: expect.stringContaining('1000 bytes') })
    await noConnections(server)
  })

  it('counts packed bodies as they unpack', async () => {
    const packed = gzipSync('x'.repeat(100_000))
    expect(packed.length).toBeLessThan(1000)
    const { url } = await serve((_request, response) => response.setHeader('content-encoding', 'gzip').end(packed))
    const { body } = await fetcher().fetch(url, limits)
    await expect(buffer(body)).rejects.toMatchObject({ reason: 'size' })
  })

  it('ends a body that drips', async () => {
    const { server, url } = await serve((_request, response) => {
      const drip = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const { body } = await fetcher().fetch(url, { ...limits, timeoutMs: 200 })
    await expect(buffer(body)).rejects.toMatchObject({ reason: 'time', message: expect.stringContaining('200 ms') })
    await noConnections(server)
  })

  it('ends a server that never answers, and a name that never resolves', async () => {
    const { server, url } = await serve(() => undefined)
    const quick = { ...limits, timeoutMs: 50 }
    await expect(fetcher().fetch(url, quick)).rejects.toMatchObject({ reason: 'time' })
    await noConnections(server)
    const { fetch } = fetcher({ resolve: () => new Promise(() => undefined) })
    await expect(fetch('http://slow.example', quick)).rejects.toMatchObject({ reason: 'time' })
  })

  it('accepts only the types that are listed', async () => {
    const { url } = await serve((request, response) => {
      const type = new URL(request.url ?? '', 'http://x').searchParams.get('type')
      if (type !== null) response.setHeader('content-type', type)
      response.end('x')
    })
    const types = ['image/*', 'application/pdf']
    const { fetch } = fetcher()
    const get = async (type: string) =>
      (await fetch(`${url}/?type=${encodeURIComponent(type)}`, { ...limits, types })).body.resume()
    await get('image/png')
    await get('IMAGE/webp; q=1')
    await get('application/pdf; charset=x')
    for (const wrong of ['text/html', 'imagex/png', 'application/octet-stream', 'application/pdfx']) {
      await expect(get(wrong)).rejects.toMatchObject({ reason: 'type', message: expect.stringContaining(wrong) })
    }
    await expect(fetch(url, { ...limits, types })).rejects.toMatchObject({
      reason: 'type',
      message: '127.0.0.1 sent no content type; accepted: image/*, application/pdf.',
    })
  })

  it('refuses an encoding it can not count', async () => {
    const { url } = await serve((_request, response) => response.setHeader('content-encoding', 'gzip, br').end('x'))
    await expect(fetcher().fetch(url, limits)).rejects.toMatchObject({ reason: 'type' })
  })

  it.each([404, 500, 304])('refuses status %i', async status => {
    const { server, url } = await serve((_request, response) => response.writeHead(status).end())
    await expect(fetcher().fetch(url, limits)).rejects.toMatchObject({
      reason: 'status',
      message: expect.stringContaining(String(status)),
    })
    await noConnections(server)
  })
})

describe('broken and cancelled', () => {
  it('tells a refused connection without saying where it went', async () => {
    const { fetch } = fetcher({ allow: ['files.lan'], resolve: async () => ['127.0.0.1'] })
    const error = await fetch('http://files.lan:1/', limits).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ reason: 'network', message: expect.stringContaining('files.lan') })
    expect(String(error)).not.toContain('127.0.0.1')
  })

  it('tells a body that was cut', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half', () => response.destroy())
    })
    const { body } = await fetcher({ allow: ['files.lan'], resolve: async () => ['127.0.0.1'] }).fetch(
      url.replace('127.0.0.1', 'files.lan'),
      limits,
    )
    const error = await buffer(body).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ reason: 'network', message: expect.stringContaining('files.lan') })
    expect(String(error)).not.toContain('127.0.0.1')
  })

  it('tells a packed body that is damaged', async () => {
    const { url } = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end('not packed'),
    )
    const { body } = await fetcher().fetch(url, limits)
    await expect(buffer(body)).rejects.toMatchObject({ reason: 'network' })
  })

  it('stops at once when cancelled: before, while waiting, and in the body', async () => {
    const { server, url } = await serve((request, response) => {
      if (request.url === '/body') response.write('x')
      else stop.abort()
    })
    const { fetch } = fetcher()
    await expect(fetch(url, { ...limits, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })

    const stop = new AbortController()
    await expect(fetch(url, { ...limits, signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
    await noConnections(server)

    const late = new AbortController()
    const { body } = await fetch(`${url}/body`, { ...limits, signal: late.signal })
    body.once('data', () => late.abort())
    await expect(buffer(body)).rejects.toMatchObject({ name: 'AbortError' })
    await noConnections(server)
  })

  it('closes the connection of a body that nobody wants', async () => {
    const { server, url } = await serve((_request, response) => response.write('x'))
    const { signal } = new AbortController()
    const { body } = await fetcher().fetch(url, { ...limits, signal })
    body.destroy()
    await noConnections(server)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('lets go of a body that has arrived, read or not', async () => {
    const { url } = await serve((_request, response) => response.end('small'))
    const { signal } = new AbortController()
    const { body } = await fetcher().fetch(url, { ...limits, signal })
    await expect.poll(() => getEventListeners(signal, 'abort'), { interval: 5 }).toEqual([])
    expect(await text(body)).toBe('small')
  })

  it('ends a body that nobody reads, and tells whoever reads it later', async () => {
    const { server, url } = await serve((_request, response) => response.end(Buffer.alloc(10_000_000)))
    const { body } = await fetcher().fetch(url, { maxBytes: 20_000_000, timeoutMs: 200 })
    await noConnections(server)
    await expect(buffer(body)).rejects.toMatchObject({ reason: 'time' })
  })

  it('ends what runs when it is closed, and starts nothing more', async () => {
    const { server, url } = await serve((_request, response) => response.write('x'))
    const { fetch, close } = fetcher()
    const { body } = await fetch(url, limits)
    await close()
    await expect(buffer(body)).rejects.toMatchObject({ reason: 'network' })
    await noConnections(server)
    await expect(fetch(url, limits)).rejects.toMatchObject({ reason: 'network' })
  })
})
