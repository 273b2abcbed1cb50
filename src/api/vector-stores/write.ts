import type { Page } from '../../core/page.ts'
import type { IndexedFile } from '../../core/vector-stores.ts'
import type { CountedStore } from '../../services/retrieval/vector-stores.ts'
import type { VectorStore, VectorStoreFile, VectorStoreFileList, VectorStoreList } from './schema.ts'

export function writeStore({ store, counts }: CountedStore): VectorStore {
  const count = (status: IndexedFile['status']) => counts.get(status) ?? 0
  return {
    id: store.id,
    object: 'vector_store',
    created_at: Math.floor(store.createdAt / 1000),
    name: store.name,
    type: store.type,
    file_counts: {
      in_progress: count('in_progress'),
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      total: counts.values().reduce((sum, some) => sum + some, 0),
    },
  }
}

function writeStoreFile(file: IndexedFile): VectorStoreFile {
  return {
    id: file.fileId,
    object: 'vector_store.file',
    created_at: Math.floor(file.createdAt / 1000),
    vector_store_id: file.storeId,
    status: file.status,
    ...(file.description !== undefined && { description: file.description }),
    ...(file.statusDetails !== undefined && { status_details: file.statusDetails }),
  }
}

export function writeStoreList({ items, hasMore }: Page<CountedStore>): VectorStoreList {
  return {
    object: 'list',
    data: items.map(writeStore),
    ...ends(
      items.map(({ store }) => store.id),
      hasMore,
    ),
  }
}

export function writeStoreFileList({ items, hasMore }: Page<IndexedFile>): VectorStoreFileList {
  return {
    object: 'list',
    data: items.map(writeStoreFile),
    ...ends(
      items.map(({ fileId }) => fileId),
      hasMore,
    ),
  }
}

function ends(ids: readonly string[], hasMore: boolean) {
  return { has_more: hasMore, first_id: ids.at(0) ?? '', last_id: ids.at(-1) ?? '' }
}
