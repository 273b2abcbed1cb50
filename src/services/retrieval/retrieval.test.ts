import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Blobs } from '../../core/blobs.ts'
import type { Embedder } from '../../core/embedder.ts'
import { PlatformError } from '../../core/errors.ts'
import type { FilePurpose, FileRecords } from '../../core/files.ts'
import type { VectorStoreRecords } from '../../core/vector-stores.ts'
import { PictureError } from '../../media/pictures/picture-error.ts'
import { openDiskBlobs } from '../../store/blobs/disk.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import { fileRecords } from '../../store/files.ts'
import { vectorStoreRecords } from '../../store/vector-stores.ts'
import type { ClaimedWork } from '../claimed-work.ts'
import { startIndexing } from './indexing.ts'
import { createSearch } from './search.ts'

const project = 'proj_1'
const signal = new AbortController().signal

/** Two texts are near each other when they share one of these ideas. */
const ideas = [/boat|ship|vessel/, /bread|bake|loaf/, /tax|revenue|levy/]
const embedder: Embedder = {
  embed: async texts =>
    texts.map(text => {
      const vector = Float32Array.from(ideas, idea => (idea.test(text.toLowerCase()) ? 1 : 0.01))
      const length = Math.hypot(...vector)
      return vector.map(value => value / length)
    }),
  async close() {},
}

let folder: string
let database: Database
let blobs: Blobs
let files: FileRecords
let records: VectorStoreRecords
let indexing: ClaimedWork | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  database = await openDatabase({ kind: 'sqlite', file: join(folder, 'medley.db') })
  blobs = openDiskBlobs(join(folder, 'blobs'))
  files = fileRecords(database)
  records = vectorStoreRecords(database)
  await records.insert({ id: 'vs_1', projectId: project, name: 'papers', type: 'text', createdAt: 1 })
})

afterEach(async () => {
  await indexing?.stop()
  indexing = undefined
  await database.close()
  await rm(folder, { recursive: true })
})

async function addFile(id: string, text: string, purpose: FilePurpose = 'retrieval-text', description?: string) {
  await files.insert({
    id,
    projectId: project,
    filename: `${id}.txt`,
    purpose,
    bytes: text.length,
    sha256: '',
    createdAt: 1,
    status: 'success',
  })
  const content = async function* () {
    yield Buffer.from(text)
  }
  await blobs.put(purpose === 'retrieval-image' ? `files/${id}` : `texts/${id}`, content())
  const told = description === undefined ? {} : { description }
  await records.addFiles([{ storeId: 'vs_1', fileId: id, status: 'in_progress', createdAt: 1, ...told }])
}

function index(more: Partial<Parameters<typeof startIndexing>[0]> = {}) {
  indexing = startIndexing({
    records,
    files,
    blobs,
    embedder,
    describePicture: async () => 'A drawing of a loaf of bread.',
    now: Date.now,
    onError: error => expect(error).toBeUndefined(),
    lookEveryMs: 20,
    ...more,
  })
}

const statusOf = async (id: string) => (await records.findFile('vs_1', id))?.status
const settled = (id: string, status: string) => expect.poll(() => statusOf(id), { timeout: 5000 }).toBe(status)
const search = (question: string) =>
  createSearch({ records, files, blobs, embedder })({ projectId: project, storeId: 'vs_1' }, question, signal)

describe('a store of files', () => {
  it('finds by meaning, by letters and by what the caller said of a file', async () => {
    await addFile('file-harbour', 'The old vessels lie in the harbour.')
    await addFile('file-kitchen', 'We bake every morning at five.')
    await addFile('file-law', 'Paragraph 4711 applies to everybody.', 'retrieval-text', 'Statutes of Zwickau')
    index()
    for (const id of ['file-harbour', 'file-kitchen', 'file-law']) await settled(id, 'completed')

    expect((await search('Where are the boats?'))[0]).toEqual({
      index: 1,
      url: 'file-harbour',
      title: 'file-harbour.txt',
      summary: 'The old vessels lie in the harbour.',
    })
    expect((await search('a loaf'))[0]?.url).toBe('file-kitchen')
    expect((await search('What does 4711 say?'))[0]?.url).toBe('file-law')
    expect((await search('Zwickau'))[0]?.url).toBe('file-law')
  })

  it('finds Chinese, which the embedding does not know, by its letters', async () => {
    await addFile('file-zh', '公司的年假为每年十五天。')
    await addFile('file-zh2', '办公室位于上海市中心。')
    index()
    await settled('file-zh', 'completed')
    await settled('file-zh2', 'completed')
    expect((await search('年假有几天？'))[0]?.url).toBe('file-zh')
    expect((await search('办公室在哪里？'))[0]?.url).toBe('file-zh2')
  })

  it('finds pictures by what can be read off them', async () => {
    await addFile('file-picture', 'bytes', 'retrieval-image')
    index()
    await settled('file-picture', 'completed')
    expect((await search('bread'))[0]).toMatchObject({ url: 'file-picture', summary: 'A drawing of a loaf of bread.' })
  })

  it('gives a picture up that can not be decoded', async () => {
    await addFile('file-torn', 'bytes', 'retrieval-image')
    index({
      describePicture: async () => {
        throw new PictureError('The picture is damaged.')
      },
    })
    await settled('file-torn', 'failed')
  })

  it('waits while the weights are on their way, and goes on when they are there', async () => {
    await addFile('file-a', 'The tax is due in March.')
    let there = false
    let asked = 0
    index({
      now: () => Date.now() + asked * 5000,
      embedder: {
        ...embedder,
        embed: async (texts, when) => {
          asked++
          if (!there) throw new PlatformError('service_unavailable', 'on its way: 40 %')
          return embedder.embed(texts, when)
        },
      },
    })
    await expect.poll(() => asked, { timeout: 5000 }).toBeGreaterThan(0)
    expect(await statusOf('file-a')).toBe('in_progress')
    there = true
    await settled('file-a', 'completed')
  })

  it('tells why a file can not be searched', async () => {
    await addFile('file-empty', '   ')
    index()
    await settled('file-empty', 'failed')
    expect(await records.findFile('vs_1', 'file-empty')).toMatchObject({
      statusDetails: 'There is no text in this file.',
    })
  })

  it('forgets a file that is deleted', async () => {
    await addFile('file-a', 'The tax is due in March.')
    index()
    await settled('file-a', 'completed')
    await files.delete(project, 'file-a')
    expect(await search('tax')).toEqual([])
    expect((await records.countFiles(['vs_1'])).size).toBe(0)
  })

  it('gives a file to one of two who ask for it', async () => {
    await addFile('file-a', 'The tax is due in March.')
    const claims = await Promise.all([records.claimForIndexing(10, 20), records.claimForIndexing(10, 20)])
    expect(claims.filter(claim => claim !== undefined)).toHaveLength(1)
    expect(await records.claimForIndexing(15, 30)).toBeUndefined()
    expect(await records.claimForIndexing(21, 30)).toMatchObject({ fileId: 'file-a', projectId: project })
  })
})
