import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDiskBlobs } from '../src/store/blobs/disk.ts'
import type { Tables } from '../src/store/tables.ts'
import { blobFiles } from './support/blob-files.ts'
import { errorBody } from './support/error-body.ts'
import { samples } from './support/sample-files.ts'
import { startServer, type TestServer } from './support/server.ts'
import { openStore } from './support/store.ts'
import { type UploadedFile, upload } from './support/upload.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  server = await startServer({ folder })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const statusOf = async (id: string) => (await server.json<UploadedFile>(`/v1/files/${id}`)).body.status
const content = (id: string) => server.json(`/v1/files/${id}/content`)

/** A file that was accepted and not parsed yet; claimed by somebody until then. */
async function insertWaiting(id: string, words: string, claimedUntil: number): Promise<void> {
  const blobs = openDiskBlobs(join(folder, 'blobs'))
  await blobs.put(
    `files/${id}`,
    (async function* () {
      yield Buffer.from(words)
    })(),
  )
  const store = await openStore(folder)
  const project = await store.rows
    .selectFrom('projects')
    .select('id')
    .where('name', '=', 'default')
    .executeTakeFirstOrThrow()
  const row: Tables['files'] = {
    id,
    project_id: project.id,
    filename: 'words.txt',
    purpose: 'file-extract',
    bytes: words.length,
    sha256: '',
    created_at: Date.now(),
    status: 'processed',
    status_details: null,
    lease_ends: claimedUntil,
  }
  await store.rows.insertInto('files').values(row).execute()
  await store.close()
}

describe('the content of a file', () => {
  it('is not there yet while it is parsed', async () => {
    await insertWaiting('file-waiting', 'words', Date.now() + 60_000)
    const { status, body } = await content('file-waiting')
    expect(status).toBe(400)
    const message = 'The file "file-waiting" is still being parsed; ask again when its status is "success".'
    expect(body).toEqual(errorBody('request_params_invalid', message, 'file_id'))
  })

  it('is only there for extraction', async () => {
    for (const [purpose, name] of [
      ['storage', 'a.wav'],
      ['retrieval-image', 'a.png'],
    ] as const) {
      const { body: file } = await upload(server, purpose, name, samples[name])
      const { status, body } = await content(file.id)
      expect(status).toBe(400)
      const message = `Only files with purpose "file-extract" have content; "${file.id}" has "${purpose}".`
      expect(body).toEqual(errorBody('request_params_invalid', message, 'file_id'))
    }
  })

  it('says why there is none when the file can not be read', async () => {
    const { body: file } = await upload(server, 'file-extract', 'letter.pdf', '%PDF-1.7\n1 0 obj <<')
    await expect.poll(() => statusOf(file.id)).toBe('error')
    const { body: shown } = await server.json<UploadedFile>(`/v1/files/${file.id}`)
    expect(shown.status_details).toMatch(/\w+/)
    expect(shown.status_details).not.toContain(folder)
    const { status, body } = await content(file.id)
    expect(status).toBe(400)
    const message = `The file "${file.id}" could not be parsed: ${shown.status_details}`
    expect(body).toEqual(errorBody('request_params_invalid', message, 'file_id'))
  })

  it('is an error for a document without a byte', async () => {
    const { status, body: file } = await upload(server, 'file-extract', 'nothing.pdf', '')
    expect(status).toBe(200)
    await expect.poll(() => statusOf(file.id)).toBe('error')
    const { body: shown } = await server.json<UploadedFile>(`/v1/files/${file.id}`)
    expect(shown.status_details).toMatch(/empty/i)
  })

  it('of an unknown file is not found', async () => {
    const { status, body } = await content('file-absent')
    expect(status).toBe(404)
    expect(body).toEqual(errorBody('file_not_found', 'There is no file "file-absent".', 'file_id'))
  })

  it('comes though the server was restarted in between', async () => {
    await server.stop()
    await insertWaiting('file-resumed', 'words from before', 0)
    server = await startServer({ folder })
    await expect.poll(() => statusOf('file-resumed')).toBe('success')
    expect(await (await server.fetch('/v1/files/file-resumed/content')).text()).toBe('words from before')
    expect(await blobFiles(folder)).toContain('texts/file-resumed')
  })
})
