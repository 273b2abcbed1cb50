import OpenAI, { NotFoundError, toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
let client: OpenAI
beforeAll(async () => {
  server = await startServer()
  client = new OpenAI({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
})
afterAll(() => server.stop())

describe('the openai client', () => {
  it('keeps files: create, list, retrieve, content, delete', async () => {
    const file = await toFile(Buffer.from('words for the client'), 'words.txt')
    // Its types know only its own purposes.
    const purpose = 'file-extract' as OpenAI.FilePurpose
    const made = await client.files.create({ file, purpose })
    expect(made).toMatchObject({ object: 'file', bytes: 20, filename: 'words.txt', purpose: 'file-extract' })

    const listed = []
    for await (const one of client.files.list()) listed.push(one.id)
    expect(listed).toEqual([made.id])

    await expect.poll(async () => (await client.files.retrieve(made.id)).status).toBe('success')
    expect(await (await client.files.content(made.id)).text()).toBe('words for the client')

    expect(await client.files.delete(made.id)).toEqual({ id: made.id, object: 'file', deleted: true })
    const gone = await client.files.retrieve(made.id).catch(error => error)
    expect(gone).toBeInstanceOf(NotFoundError)
    expect(gone).toMatchObject({ code: 'file_not_found', param: 'file_id', requestID: expect.stringMatching(/^req_/) })
  })
})
