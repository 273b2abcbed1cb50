import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createSafeFetch, type FetchLimits } from './safe-fetch.ts'

const limits: FetchLimits = { maxBytes: 1000, timeoutMs: 5000 }
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  closers.push(() => new Promise(resolve => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

/** A fetcher whose names are those of `names`, one list of answers per lookup, and the lookups it made. */
function fetcher(allow: string[], names: Record<string, string[][]> = {}) {
  const lookups: string[] = []
  const resolve = async (host: string) => {
    lookups.push(host)
    const answers = names[host]?.shift()
    if (answers === undefined) throw new Error('no such name at 10.1.2.3')
    return answers
  }
  const safe = createSafeFetch({ allow, resolve })
  closers.push(safe.close)
  return { fetch: safe.fetch, lookups }
}

describe('what may be reached', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://①②⑦.0.0.1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data',
    'http://0251.0376.0251.0376/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[fd00:ec2::254]/',
    'https://192.168.0.1:8443/',
  ])('refuses %s without a lookup', async url => {
    const { fetch, lookups } = fetcher([])
    await expect(fetch(url, limits)).rejects.toMatchObject({ reason: 'address' })
    expect(lookups).toEqual([])
  })

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'metadata.google.internal', 'printer.local'])(
    'refuses the name %s even at a public address',
    async host => {
      const { fetch } = fetcher([], { [host.toLowerCase()]: [['8.8.8.8']] })
      await expect(fetch(`http://${host}/`, limits)).rejects.toMatchObject({ reason: 'address' })
    },
  )

  it.each([
    ['a private answer', ['10.0.0.7']],
    ['one private answer among public ones', ['8.8.8.8', '10.0.0.7', '1.1.1.1']],
    ['a mapped answer', ['::ffff:10.0.0.7']],
    ['an answer with a zone', ['fe80::1%eth0']],
  ])('refuses a name with %s and does not say which', async (_what, answers) => {
    const { fetch } = fetcher(['127.0.0.1'], { 'files.example': [answers] })
    await expect(fetch('http://files.example/', limits)).rejects.toMatchObject({
      reason: 'address',
      message: 'files.example leads to an address that is not on the public internet.',
    })
  })

  it('tells a name without an answer, and keeps the resolver to itself', async () => {
    const { fetch } = fetcher([], { 'empty.example': [[]] })
    await expect(fetch('http://empty.example/', limits)).rejects.toMatchObject({ reason: 'network' })
    const error = await fetch('http://missing.example/', limits).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ reason: 'network', message: expect.stringContaining('missing.example') })
    expect(String(error)).not.toContain('10.1.2.3')
  })

  it.each([
    ['ftp://files.example/a', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['http://name:word@files.example/', 'url'],
    ['http://name@files.example/', 'url'],
    ['http://[fe80::1%25eth0]/', 'url'],
    ['http://256.1.1.1/', 'url'],
    ['http://', 'url'],
    ['/relative', 'url'],
    ['', 'url'],
    [`http://files.example/${'a'.repeat(9000)}`, 'url'],
  ])('refuses %.40s as %s', async (url, reason) => {
    const { fetch, lookups } = fetcher([], { 'files.example': [['8.8.8.8']] })
    await expect(fetch(url, limits)).rejects.toMatchObject({ reason })
    expect(lookups).toEqual([])
  })

  it('reaches what the list allows: by address, by range, by name, by port', async () => {
    const port = await serve((_request, response) => response.end('reached'))
    const get = async (allow: string[], host: string) => {
      const { fetch } = fetcher(allow, { [host]: [['127.0.0.1']] })
      return text((await fetch(`http://${host}:${port}/`, limits)).body)
    }
    expect(await get(['127.0.0.1'], '2130706433')).toBe('reached')
    expect(await get(['127.0.0.0/8'], '127.0.0.1')).toBe('reached')
    expect(await get(['127.0.0.0/8'], 'localhost')).toBe('reached')
    expect(await get(['files.lan'], 'files.lan')).toBe('reached')
    expect(await get([`files.lan:${port}`], 'files.lan')).toBe('reached')
    await expect(get(['files.lan:1'], 'files.lan')).rejects.toMatchObject({ reason: 'address' })
    await expect(get(['127.0.0.1:1'], '127.0.0.1')).rejects.toMatchObject({ reason: 'address' })
    await expect(get(['files.lan'], 'sub.files.lan')).rejects.toMatchObject({ reason: 'address' })
  })
})

describe('the address that was checked', () => {
  it('is the one connected to, though the name means another a moment later', async () => {
    const port = await serve((_request, response) => response.end('checked'), '127.0.0.2')
    await serve((_request, response) => response.end('rebound'), '127.0.0.1', port)
    const { fetch, lookups } = fetcher(['127.0.0.2'], { 'rebind.example': [['127.0.0.2'], ['127.0.0.1']] })

    const { body } = await fetch(`http://rebind.example:${port}/`, limits)
    expect(await text(body)).toBe('checked')
    expect(lookups).toEqual(['rebind.example'])
    // The second answer is checked like the first, not trusted because the name was fine before.
    await expect(fetch(`http://rebind.example:${port}/`, limits)).rejects.toMatchObject({ reason: 'address' })
  })

  it('may be any of several, when the first is down', async () => {
    const port = await serve((_request, response) => response.end('second'))
    const { fetch } = fetcher(['127.0.0.0/8'], { 'two.example': [['127.0.0.9', '127.0.0.1']] })
    expect(await text((await fetch(`http://two.example:${port}/`, limits)).body)).toBe('second')
  })

  it('is let go when the handshake never ends', async () => {
    const closed = Promise.withResolvers<void>()
    const server = createSocketServer(socket => {
      socket.on('error', () => undefined).on('close', () => closed.resolve())
      socket.resume()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise(resolve => server.close(resolve)))
    const { port } = server.address() as AddressInfo

    const { fetch } = fetcher(['127.0.0.1'])
    const quick = { ...limits, timeoutMs: 100 }
    await expect(fetch(`https://127.0.0.1:${port}/`, quick)).rejects.toMatchObject({ reason: 'time' })
    await closed.promise
  })
})

describe('redirects', () => {
  it('are followed, each looked up once and checked', async () => {
    const port = await serve((request, response) => {
      const to = { '/': '/step', '/step': `http://other.example:${port}/end/file.txt` }[request.url ?? '']
      if (to === undefined) response.end(request.headers.host)
      else response.writeHead(request.url === '/' ? 308 : 302, { location: to }).end('ignored')
    })
    const { fetch, lookups } = fetcher(['127.0.0.1'], {
      'first.example': [['127.0.0.1'], ['127.0.0.1']],
      'other.example': [['127.0.0.1']],
    })
    const { body, url, filename } = await fetch(`http://first.example:${port}/`, limits)
    expect(await text(body)).toBe(`other.example:${port}`)
    expect({ url, filename }).toEqual({ url: `http://other.example:${port}/end/file.txt`, filename: 'file.txt' })
    expect(lookups).toEqual(['first.example', 'first.example', 'other.example'])
  })

  it.each([
    ['a private address', 'http://10.0.0.1/', 'address'],
    ['the metadata address in disguise', 'http://[::ffff:a9fe:a9fe]/', 'address'],
    ['an inside name', 'http://db.internal/', 'address'],
    ['another port of an allowed host', 'http://127.0.0.1:1/', 'address'],
    ['a file', 'file:///etc/passwd', 'scheme'],
    ['credentials', 'http://a:b@other.example/', 'url'],
    ['nonsense', 'http://[', 'url'],
  ])('to %s are refused, and named by the first host only', async (_what, location, reason) => {
    const port = await serve((_request, response) => response.writeHead(302, { location }).end())
    const { fetch } = fetcher([`127.0.0.1:${port}`], {
      'first.example': [['127.0.0.1']],
      'db.internal': [['10.0.0.1']],
    })
    const error = await fetch(`http://first.example:${port}/`, limits).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ reason, message: expect.stringContaining('redirect from first.example') })
    expect(String(error)).not.toMatch(/10\.0\.0\.1|db\.internal|127\.0/)
  })

  it('to a name that was public on the hop before are looked up again', async () => {
    const port = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end())
    const { fetch, lookups } = fetcher(['127.0.0.1'], { 'first.example': [['127.0.0.1'], ['10.0.0.1']] })
    await expect(fetch(`http://first.example:${port}/`, limits)).rejects.toMatchObject({ reason: 'address' })
    expect(lookups).toEqual(['first.example', 'first.example'])
  })

  it('end after five, and count into the time', async () => {
    let requests = 0
    const port = await serve((request, response) => {
      requests += 1
      const step = Number(request.url?.slice(1))
      if (step === 5 && request.headers.host?.startsWith('127.0.0.1')) response.end('fifth')
      else response.writeHead(302, { location: `/${step + 1}` }).end()
    })
    const { fetch } = fetcher(['127.0.0.1'], { 'loop.example': Array.from({ length: 10 }, () => ['127.0.0.1']) })
    expect(await text((await fetch(`http://127.0.0.1:${port}/0`, limits)).body)).toBe('fifth')
    requests = 0
    await expect(fetch(`http://loop.example:${port}/0`, limits)).rejects.toMatchObject({ reason: 'redirects' })
    expect(requests).toBe(6)
  })
})
