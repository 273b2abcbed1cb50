import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Blobs } from '../../core/blobs.ts'
import type { FileRecords, StoredFile } from '../../core/files.ts'
import { DocumentError, type DocumentExtractor } from '../../media/documents/extract.ts'
import { startFileParsing } from './parsing.ts'

const file = (id: string): StoredFile => ({
  id,
  projectId: 'proj_1',
  filename: `${id}.txt`,
  purpose: 'file-extract',
  bytes: 1,
  sha256: '',
  createdAt: 0,
  status: 'processed',
})

/** Files that wait, bytes for all but the lost ones, and a parser that ends when the test says so. */
function setUp(ids: readonly string[], lost: readonly string[] = []) {
  const files = new Map(ids.map(id => [id, file(id)]))
  const leases = new Map<string, number>()
  const texts = new Map<string, string>()
  const started = new Map<string, PromiseWithResolvers<string>>()
  const records = {
    async claimForParsing(now, leaseEnds) {
      const next = [...files.values()].find(one => one.status === 'processed' && (leases.get(one.id) ?? 0) < now)
      if (next) leases.set(next.id, leaseEnds)
      return next
    },
    async renewParsing(id, leaseEnds) {
      leases.set(id, leaseEnds)
    },
    async finishParsing(id, status, details) {
      const known = files.get(id)
      if (known) files.set(id, { ...known, status, ...(details !== undefined && { statusDetails: details }) })
      return known !== undefined
    },
  } as Partial<FileRecords> as FileRecords
  const blobs = {
    async put(name, content) {
      let text = ''
      for await (const chunk of content) text += Buffer.from(chunk)
      texts.set(name, text)
      return { bytes: text.length, sha256: '' }
    },
    open: async name => (lost.some(id => name.endsWith(id)) ? undefined : Readable.from(['x'])),
    async withFile(name, use) {
      if (lost.some(id => name.endsWith(id))) throw new Error(`there is no ${name}`)
      return use(name)
    },
    async delete(name) {
      texts.delete(name)
    },
  } as Partial<Blobs> as Blobs
  const extractor: DocumentExtractor = {
    extract({ filename }, signal) {
      const one = Promise.withResolvers<string>()
      started.set(filename.replace('.txt', ''), one)
      signal?.addEventListener('abort', () => one.reject(signal.reason))
      return one.promise
    },
    close: async () => {},
  }
  const errors: unknown[] = []
  const parsing = startFileParsing({ records, blobs, extractor, now: () => 1, onError: error => errors.push(error) })
  return { parsing, files, leases, texts, started, errors }
}

describe('files that wait to be parsed', () => {
  it('do not wait for a slow one', async () => {
    const { parsing, files, texts, started } = setUp(['slow', 'quick'])
    await expect.poll(() => started.has('quick')).toBe(true)
    started.get('quick')?.resolve('words')
    await expect.poll(() => files.get('quick')?.status).toBe('success')
    expect(texts.get('texts/quick')).toBe('words')
    expect(files.get('slow')?.status).toBe('processed')
    await parsing.stop()
  })

  it('are not all begun at once', async () => {
    const { parsing, started } = setUp(Array.from({ length: 20 }, (_, n) => `file-${n}`))
    await new Promise(setImmediate)
    expect(started.size).toBe(4)
    await parsing.stop()
  })

  it('are handed back at once when the server stops', async () => {
    const { parsing, leases, started, errors } = setUp(['half-done'])
    await expect.poll(() => started.has('half-done')).toBe(true)
    await parsing.stop()
    expect(leases.get('half-done')).toBe(0)
    expect(errors).toEqual([])
  })

  it('end as an error when they can not be read, or are lost', async () => {
    const { parsing, files, started, errors } = setUp(['broken', 'lost'], ['lost'])
    await expect.poll(() => started.has('broken')).toBe(true)
    started.get('broken')?.reject(new DocumentError('Not a document.', 'damaged'))
    await expect.poll(() => files.get('broken')).toMatchObject({ status: 'error', statusDetails: 'Not a document.' })
    await expect
      .poll(() => files.get('lost'))
      .toMatchObject({ status: 'error', statusDetails: 'The bytes of this file are missing.' })
    expect(errors).toEqual([])
    await parsing.stop()
  })
})
