import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobFiles } from '../support/blob-files.ts'
import { errorBody } from '../support/error-body.ts'
import { closed, connectTo } from '../support/raw-http.ts'
import { samples } from '../support/sample-files.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { UploadedFile } from '../support/upload.ts'

const megabyte = 1024 * 1024

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** A form whose file is made as it is sent. */
async function* form(purpose: string, head: Uint8Array, bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`--edge\r\ncontent-disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n`)
  yield Buffer.from('--edge\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n')
  yield head
  const block = Buffer.alloc(megabyte)
  for (let left = bytes - head.length; left > 0; left -= block.length)
    yield block.subarray(0, Math.min(left, block.length))
  yield Buffer.from('\r\n--edge--\r\n')
}

const upload = (purpose: string, head: Uint8Array, bytes: number) =>
  server.fetch('/v1/files', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: form(purpose, head, bytes),
    duplex: 'half',
  })

describe('a file', () => {
  it.each([
    ['retrieval-image', samples['a.png'], 64, 'A file with purpose "retrieval-image" has at most 64 MB.'],
    ['storage', samples['a.wav'], 128, '"file" is larger than 128 MB.'],
  ] as const)('for %s may be as large as this and not a byte larger', async (purpose, head, megabytes, message) => {
    const largest = await upload(purpose, head, megabytes * megabyte)
    expect(largest.status).toBe(200)
    const kept = (await largest.json()) as UploadedFile
    expect(kept).toMatchObject({ bytes: megabytes * megabyte, status: 'success' })
    await server.fetch(`/v1/files/${kept.id}`, { method: 'DELETE' })

    const tooLarge = await upload(purpose, head, megabytes * megabyte + 1)
    expect(tooLarge.status).toBe(413)
    expect(await tooLarge.json()).toEqual(errorBody('request_too_large', message, 'file'))
    await expect.poll(() => blobFiles(server.folder)).toEqual([])
  })

  it('that never ends is cut off, and its sender hears why', async () => {
    const socket = await connectTo(server.url)
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    const end = closed(socket)
    socket.write(`POST /v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.key}\r\n`)
    socket.write('content-type: multipart/form-data; boundary=edge\r\ncontent-length: 100000000000\r\n\r\n')
    for await (const chunk of form('storage', samples['a.wav'], Number.POSITIVE_INFINITY)) {
      if (socket.destroyed) break
      if (!socket.write(chunk)) await Promise.race([new Promise(resolve => socket.once('drain', resolve)), end])
    }
    await end
    expect(text).toMatch(/^HTTP\/1.1 413 /)
    await expect.poll(() => blobFiles(server.folder)).toEqual([])
    expect((await server.fetch('/health/ready')).status).toBe(200)
  })
})
