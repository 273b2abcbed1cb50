import { invalid, PlatformError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { IndexedFile, IndexingStatus, VectorStore, VectorStoreRecords } from '../../core/vector-stores.ts'
import type { Files } from '../files/files.ts'

export type FileCounts = ReadonlyMap<IndexingStatus, number>

export interface CountedStore {
  readonly store: VectorStore
  readonly counts: FileCounts
}

export interface VectorStores {
  create(projectId: string, named: Pick<VectorStore, 'name' | 'type'>): Promise<VectorStore>
  get(projectId: string, id: string): Promise<CountedStore>
  page(projectId: string, page: PageRequest): Promise<Page<CountedStore>>
  delete(projectId: string, id: string): Promise<void>
  addFiles(projectId: string, id: string, added: readonly AddedFile[]): Promise<IndexedFile[]>
  pageFiles(projectId: string, id: string, page: PageRequest): Promise<Page<IndexedFile>>
  removeFile(projectId: string, id: string, fileId: string): Promise<void>
}

export interface AddedFile {
  readonly fileId: string
  readonly description?: string
}

export interface VectorStoreParts {
  readonly records: VectorStoreRecords
  readonly files: Files
  readonly now: () => number
  /** A file waits to be indexed. */
  readonly onWaiting: () => void
}

const maxStores = 1000
const purposes = { text: 'retrieval-text', image: 'retrieval-image' } as const
const nothing: FileCounts = new Map()

export function createVectorStores({ records, files, now, onWaiting }: VectorStoreParts): VectorStores {
  async function find(projectId: string, id: string): Promise<VectorStore> {
    const store = await records.find(projectId, id)
    if (store) return store
    throw new PlatformError('not_found', `There is no vector store "${id}".`, { param: 'vector_store_id' })
  }

  async function assertCursors(page: PageRequest, isThere: (id: string) => Promise<boolean>): Promise<void> {
    for (const cursor of ['before', 'after'] as const) {
      const id = page[cursor]
      if (id !== undefined && !(await isThere(id))) {
        throw invalid(cursor, `"${cursor}" must be an id of this list (got "${id}").`)
      }
    }
  }

  async function assertFits(projectId: string, { type }: VectorStore, fileId: string, at: string): Promise<void> {
    const { purpose } = await files.get(projectId, fileId)
    if (purpose === purposes[type]) return
    throw invalid(
      at,
      `"${at}": a store of type "${type}" holds files with purpose "${purposes[type]}"; "${fileId}" has "${purpose}".`,
    )
  }

  return {
    async create(projectId, { name, type }) {
      if ((await records.count(projectId)) >= maxStores) {
        throw invalid('name', `A project holds at most ${maxStores} vector stores; delete some first.`)
      }
      const store: VectorStore = { id: newId('vs_'), projectId, name, type, createdAt: now() }
      await records.insert(store)
      return store
    },
    async get(projectId, id) {
      const store = await find(projectId, id)
      const counts = await records.countFiles([id])
      return { store, counts: counts.get(id) ?? nothing }
    },
    async page(projectId, page) {
      await assertCursors(page, async id => (await records.find(projectId, id)) !== undefined)
      const { items, hasMore } = await records.page(projectId, page)
      const counts = await records.countFiles(items.map(({ id }) => id))
      return { items: items.map(store => ({ store, counts: counts.get(store.id) ?? nothing })), hasMore }
    },
    async delete(projectId, id) {
      await find(projectId, id)
      await records.delete(projectId, id)
    },
    async addFiles(projectId, id, added) {
      const store = await find(projectId, id)
      for (const [index, { fileId }] of added.entries()) {
        await assertFits(projectId, store, fileId, `files[${index}].file_id`)
      }
      const createdAt = now()
      await records.addFiles(added.map(file => ({ storeId: id, ...file, status: 'in_progress' as const, createdAt })))
      onWaiting()
      const there = await Promise.all(added.map(({ fileId }) => records.findFile(id, fileId)))
      return there.filter(file => file !== undefined)
    },
    async pageFiles(projectId, id, page) {
      await find(projectId, id)
      await assertCursors(page, async fileId => (await records.findFile(id, fileId)) !== undefined)
      return records.pageFiles(id, page)
    },
    async removeFile(projectId, id, fileId) {
      await find(projectId, id)
      if (await records.removeFile(id, fileId)) return
      throw new PlatformError('file_not_found', `The file "${fileId}" is not in the vector store "${id}".`, {
        param: 'file_id',
      })
    },
  }
}
