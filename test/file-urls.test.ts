import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobFiles } from './support/blob-files.ts'
import { samples } from './support/sample-files.ts'
import { startServer, type TestServer } from './support/server.ts'
import { uploadForm } from './support/upload.ts'

let origin: Server
let from: string
let server: TestServer
beforeAll(async () => {
  origin = createServer((request, response) => {
    switch (request.url) {
      case '/letters/hello.txt':
        return void response.end('hello')
      case '/download?id=5':
        return void response.setHeader('content-disposition', 'attachment; filename="a.wav"').end(samples['a.wav'])
      case '/away':
        return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
      case '/cut':
        response.writeHead(200, { 'content-length': 1000 }).write('beginning')
        return void setTimeout(() => response.destroy(), 20)
      default:
        return void response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(origin, 'listening')
  from = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`
  server = await startServer({ config: 'fetch: { allow: ["127.0.0.1"] }\n' })
})
afterAll(async () => {
  await server.stop()
  origin.closeAllConnections()
  origin.close()
})

const fetchFrom = (url: string, purpose: string) =>
  uploadForm<unknown>(server, [
    ['purpose', purpose],
    ['url', url],
  ])

describe('a file by its url', () => {
  it('is fetched, and named as its origin names it', async () => {
    const text = await fetchFrom(`${from}/letters/hello.txt`, 'file-extract')
    expect(text).toMatchObject({ status: 200, body: { filename: 'hello.txt', bytes: 5, status: 'processed' } })
    // The tests below look for leavings, and parsing leaves something for a moment.
    await expect.poll(() => blobFiles(server.folder)).toContainEqual(expect.stringMatching(/^texts\//))
    const sound = await fetchFrom(`${from}/download?id=5`, 'storage')
    expect(sound).toMatchObject({ status: 200, body: { filename: 'a.wav', bytes: samples['a.wav'].length } })
  })

  it.each([
    ['a private address', 'http://10.0.0.1/secret.txt'],
    ['another address of this machine', 'http://127.0.0.2/secret.txt'],
    ['the address of cloud secrets', 'http://169.254.169.254/latest/meta-data'],
    ['a name of this machine', 'http://localhost/secret.txt'],
    ['another protocol', 'file:///etc/passwd'],
    ['no url', 'words'],
    ['nothing', ''],
    ['a redirect to a private address', '/away'],
    ['what is not there', '/missing.txt'],
    ['what breaks off', '/cut'],
  ])('is refused: %s', async (_, url) => {
    const before = await blobFiles(server.folder)
    const { status, body } = await fetchFrom(url.startsWith('/') ? from + url : url, 'file-extract')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { type: 'request_params_invalid', param: 'url', message: expect.stringMatching(/\w{3}/) },
    })
    expect(await blobFiles(server.folder)).toEqual(before)
  })

  it('is judged like any other', async () => {
    const { status, body } = await fetchFrom(`${from}/letters/hello.txt`, 'storage')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { param: 'file', message: expect.stringContaining('"hello.txt" can\'t be kept') },
    })
  })
})
