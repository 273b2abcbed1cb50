import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { openS3Blobs } from './s3.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medley-s3-test-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  return folder
}

/** A store whose server answers as the test says; the real one is met in test/heavy. */
async function scripted(answer: (request: IncomingMessage, reply: ServerResponse) => unknown) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const folder = await temporaryFolder()
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const blobs = await openS3Blobs({ ...keys, bucket: 'b', prefix: 'p', endpoint, pathStyle: true }, folder)
  cleanups.push(() => blobs.close())
  return { blobs, folder }
}

const keys = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' }

async function* content(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part)
}

it('sends one plain request that any S3 server takes: a length, a signed hash, no trailers', async () => {
  const seen: IncomingMessage[] = []
  const { blobs } = await scripted(async (request, reply) => {
    seen.push(request)
    expect(String(await buffer(request))).toBe('hello world')
    reply.end()
  })
  await blobs.put('files/x', content('hello ', 'world'))
  expect(seen.map(({ method, url }) => `${method} ${url?.split('?')[0]}`)).toEqual(['PUT /b/p/files/x'])
  const headers = seen[0]?.headers ?? {}
  expect(headers['content-length']).toBe('11')
  expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update('hello world').digest('hex'))
  expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-content-sha256/)
  const refusedByMany = Object.keys(headers).filter(name => /checksum|trailer|expect|transfer-encoding/.test(name))
  expect(refusedByMany).toEqual([])
})

it('sends the whole content again when the server was busy', async () => {
  const bodies: Buffer[] = []
  const { blobs } = await scripted(async (request, reply) => {
    bodies.push(await buffer(request))
    reply.statusCode = bodies.length === 1 ? 503 : 200
    reply.end()
  })
  const bytes = Buffer.alloc(300_000, 'medley')
  await blobs.put('files/x', content(bytes))
  expect(bodies.map(body => body.equals(bytes))).toEqual([true, true])
})

it('breaks off an upload when aborted before its last byte', async () => {
  const abort = new AbortController()
  let sentWhole: boolean | undefined
  let ended = () => {}
  const brokenOff = new Promise<void>(resolve => {
    ended = resolve
  })
  const methods: (string | undefined)[] = []
  const { blobs } = await scripted(request => {
    methods.push(request.method)
    request.once('data', () => abort.abort(new Error('the caller left')))
    request.resume()
    request.once('close', () => {
      sentWhole = request.complete
      ended()
    })
  })
  const put = blobs.put('files/x', content(Buffer.alloc(50_000_000)), abort.signal)
  await expect(put).rejects.toThrow('the caller left')
  await brokenOff
  expect(sentWhole).toBe(false)
  expect(methods).toEqual(['PUT'])
})

it('counts as written what the server kept though the abort came after the last byte', async () => {
  const abort = new AbortController()
  const { blobs } = await scripted(async (request, reply) => {
    await buffer(request)
    abort.abort(new Error('the caller left'))
    setImmediate(() => reply.end())
  })
  expect(await blobs.put('files/x', content('kept'), abort.signal)).toMatchObject({ bytes: 4 })
})

it('removes what may have been kept when the answer to a write is lost', async () => {
  const methods: string[] = []
  const { blobs } = await scripted(async (request, reply) => {
    methods.push(request.method ?? '')
    await buffer(request)
    if (request.method === 'PUT') request.socket.destroy()
    else reply.writeHead(204).end()
  })
  await expect(blobs.put('files/x', content('x'))).rejects.toThrow('S3 write in bucket "b" failed')
  expect(methods.at(-1)).toBe('DELETE')
})

it('fails a read that breaks off, and leaves no file', async () => {
  const { blobs, folder } = await scripted((_, reply) => {
    reply.writeHead(200, { 'content-length': 100 }).write('too short')
    setImmediate(() => reply.destroy())
  })
  await expect(blobs.withFile('files/x', async () => 'used')).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})

it('takes a missing blob for deleted, as servers differ there', async () => {
  const { blobs } = await scripted((_, reply) => {
    reply.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  })
  await blobs.delete('files/x')
})

it('removes temporary files that a killed process left long ago, and no others', async () => {
  const folder = await temporaryFolder()
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of ['medley-blob-old', 'medley-blob-new', 'of-others']) await writeFile(join(folder, name), 'x')
  for (const name of ['medley-blob-old', 'of-others']) await utimes(join(folder, name), yesterday, yesterday)
  const blobs = await openS3Blobs({ ...keys, bucket: 'b', prefix: '', pathStyle: false }, folder)
  await blobs.close()
  expect((await readdir(folder)).sort()).toEqual(['medley-blob-new', 'of-others'])
})

it('refuses half a pair of keys', async () => {
  const address = { bucket: 'b', prefix: '', region: 'us-east-1', accessKeyId: 'id', pathStyle: false }
  await expect(openS3Blobs(address, await temporaryFolder())).rejects.toThrow('only one of access key id')
})
