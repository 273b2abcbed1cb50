import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { blobFiles } from './support/blob-files.ts'
import { connectTo, sendRaw } from './support/raw-http.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
let head: string
beforeAll(async () => {
  server = await startServer({ config: 'server: { upload_idle_seconds: 1 }\n' })
  head =
    `POST /v1/files HTTP/1.1\r\nhost: medley\r\nauthorization: Bearer ${server.key}\r\n` +
    'content-type: multipart/form-data; boundary=edge\r\n'
})
afterAll(() => server.stop())

const file = `--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'text '.repeat(50_000)}`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** So that a test that looks for nothing left does not look before anything was there. */
const arrived = () => expect.poll(async () => (await blobFiles(server.folder)).length).toBe(1)

describe('an upload that ends in the middle', () => {
  afterEach(async () => {
    await expect.poll(() => blobFiles(server.folder), { timeout: 5000 }).toEqual([])
    expect((await server.json<{ data: [] }>('/v1/files')).body.data).toEqual([])
  })

  it('of the file, because the client hangs up', async () => {
    const socket = await connectTo(server.url)
    socket.write(`${head}content-length: 5000000\r\n\r\n${file}`)
    await arrived()
    socket.destroy()
  })

  it('of the form, after the whole file', async () => {
    const socket = await connectTo(server.url)
    socket.write(`${head}content-length: 5000000\r\n\r\n${file}\r\n--edge\r\ncontent-disposition: form-data; name="pur`)
    await arrived()
    socket.destroy()
  })

  it('because the client only half closes', async () => {
    const socket = await connectTo(server.url)
    socket.end(`${head}content-length: 5000000\r\n\r\n${file}`)
  })

  it('because it stands still', async () => {
    const { status } = await sendRaw(server.url, `${head}content-length: 5000000\r\n\r\n${file}`)
    expect(status).toBe(408)
  })

  it('with bytes that are not HTTP, though the client stays', async () => {
    const socket = await connectTo(server.url)
    socket.on('error', () => undefined)
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n${chunk(file)}`)
    await arrived()
    socket.write('ZZ\r\n')
    await expect.poll(() => blobFiles(server.folder), { timeout: 5000 }).toEqual([])
    socket.destroy()
  })

  it.each([
    ['no end', file],
    ['a file that never had a head', 'words before the first edge'],
    ['a wrong field', `${file.replace('"file"', '"other"')}\r\n--edge--\r\n`],
    ['two files', `${file}\r\n${file}\r\n--edge--\r\n`],
    ['no purpose', `${file}\r\n--edge--\r\n`],
    ['a wrong purpose', `${file}\r\n--edge\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nx\r\n--edge--\r\n`],
  ])('of what is accepted: %s', async (_, form) => {
    const request = `${head}connection: close\r\ncontent-length: ${form.length}\r\n\r\n${form}`
    expect((await sendRaw(server.url, request)).status).toBe(400)
  })
})
