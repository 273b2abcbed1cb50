import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultPath } from '../src/api/results/route.ts'
import type { SignedLinks } from '../src/http/signed-urls.ts'
import { errorBody } from './support/error-body.ts'
import { connectTo } from './support/raw-http.ts'
import { startServer, type TestServer } from './support/server.ts'

let folder: string
let server: TestServer
let links: SignedLinks
let link: string
const bytes = Buffer.from('0123456789abcdefghij')
const inAnHour = Math.floor(Date.now() / 1000) + 3600

async function keep(content: Buffer, contentType = 'audio/mpeg'): Promise<string> {
  async function* parts() {
    for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
  }
  const kept = { projectId: 'proj_1', contentType, filename: 'speech.mp3', keepSeconds: 3600, content: parts() }
  return (await server.platform.results.keep(kept)).id
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  server = await startServer({ folder })
  links = server.platform.links
  link = links.sign(await keep(bytes), inAnHour)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const open = (path: string, options: RequestInit = {}) => server.fetch(path, { key: null, ...options })
const range = (value: string) => open(link, { headers: { range: value } })

describe('a result', () => {
  it('is whole, without a key, as what it is', async () => {
    const response = await open(link)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '20',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
      'content-disposition': 'inline; filename="speech.mp3"',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/20'],
    ['bytes=0-4', '01234', 'bytes 0-4/20'],
    ['bytes=19-19', 'j', 'bytes 19-19/20'],
    ['bytes=15-', 'fghij', 'bytes 15-19/20'],
    ['bytes=0-', '0123456789abcdefghij', 'bytes 0-19/20'],
    ['bytes=-3', 'hij', 'bytes 17-19/20'],
    ['bytes=-100', '0123456789abcdefghij', 'bytes 0-19/20'],
    ['bytes=18-100', 'ij', 'bytes 18-19/20'],
  ])('gives the range %s', async (asked, text, given) => {
    const response = await range(asked)
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(given)
    expect(response.headers.get('content-length')).toBe(String(text.length))
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    expect(await response.text()).toBe(text)
  })

  it.each(['bytes=20-', 'bytes=100-200', 'bytes=-0'])('has nothing at %s', async asked => {
    const response = await range(asked)
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */20')
    const message = 'The range lies outside of its 20 bytes.'
    expect(await response.json()).toEqual(errorBody('range_not_satisfiable', message))
  })

  it.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=0-1,3-4'])(
    'is whole where %s is no range',
    async asked => {
      const response = await range(asked)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(String(bytes))
    },
  )

  it('tells its headers alone', async () => {
    const response = await open(link, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('20')
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    expect(await response.text()).toBe('')
  })

  it('opens with no link but its own', async () => {
    const other = links.sign(await keep(Buffer.from('other')), inAnHour)
    const idOf = (path: string) => /results\/(\w+)/.exec(path)?.[1] ?? ''
    const forged = [
      link.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
      link.replace(/signature=.*/, 'signature='),
      link.replace(/&signature=.*/, ''),
      link.replace(/expires=\d+&/, ''),
      link.replace(`expires=${inAnHour}`, `expires=${inAnHour + 1}`),
      link.replace(`expires=${inAnHour}`, `expires=0${inAnHour}`),
      link.replace(`expires=${inAnHour}`, 'expires=never'),
      link.replace(idOf(link), idOf(other)),
      link.replace(idOf(link), 'absent'),
      `${link}&signature=x`,
      `${resultPath}${idOf(link)}`,
    ]
    for (const path of forged) {
      const response = await open(path)
      expect(response.status, path).toBe(path.endsWith('&signature=x') ? 400 : 403)
      expect(await response.text()).not.toContain(String(bytes))
    }
    const response = await open(forged[0] ?? '')
    expect(await response.json()).toEqual(errorBody('permission_denied', 'This link is not one of ours.'))
  })

  it('is gone when its link is', async () => {
    const id = await keep(bytes)
    const response = await open(links.sign(id, Math.floor(Date.now() / 1000)))
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual(errorBody('not_found', 'This link has expired.'))
    expect((await open(links.sign('absent', inAnHour))).status).toBe(404)
  })

  it('is not mixed with an answer to bytes that are not HTTP', async () => {
    const large = Buffer.alloc(8_000_000, 'x')
    const socket = await connectTo(server.url)
    socket.write(`GET ${links.sign(await keep(large), inAnHour)} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const received: Buffer[] = []
    const ended = new Promise(resolve => socket.once('close', resolve))
    socket.once('error', () => undefined)
    socket.once('data', first => {
      received.push(first)
      // Unread for now, so that the reply is still under way when the nonsense arrives.
      socket.pause()
      socket.write('nonsense\r\n\r\n', () => {
        socket.on('data', chunk => received.push(chunk))
        socket.resume()
      })
    })
    await ended
    const text = Buffer.concat(received).toString('latin1')
    expect(text).toMatch(/^HTTP\/1.1 200 OK/)
    expect(text).not.toContain('HTTP/1.1 400')
  })

  it('is still there after a restart', async () => {
    await server.stop()
    server = await startServer({ folder })
    expect(await (await open(link)).text()).toBe(String(bytes))
  })
})
