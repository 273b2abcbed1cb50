import { pageOf } from '../core/page.ts'
import type { IndexedFile, IndexingStatus, VectorStore, VectorStoreRecords } from '../core/vector-stores.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

export function vectorStoreRecords(database: Database): VectorStoreRecords {
  const { rows } = database
  const filesOf = (storeId: string) =>
    rows
      .selectFrom('vector_store_files')
      .selectAll()
      .where('store_id', '=', storeId)
      .orderBy('created_at')
      .orderBy('file_id')
  return {
    async insert({ id, projectId, name, type, createdAt }) {
      const row = { id, project_id: projectId, name, type, created_at: createdAt }
      await rows.insertInto('vector_stores').values(row).execute()
    },
    async find(projectId, id) {
      const row = await rows
        .selectFrom('vector_stores')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && storeOf(row)
    },
    async count(projectId) {
      const row = await rows
        .selectFrom('vector_stores')
        .select(e => e.fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      return row.count
    },
    async page(projectId, page) {
      const found = await rows
        .selectFrom('vector_stores')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return pageOf(found.map(storeOf), ({ id }) => id, page)
    },
    async delete(projectId, id) {
      const { numDeletedRows } = await rows
        .deleteFrom('vector_stores')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async countFiles(storeIds) {
      const counts = new Map<string, Map<IndexingStatus, number>>()
      if (storeIds.length === 0) return counts
      const found = await rows
        .selectFrom('vector_store_files')
        .select(e => ['store_id', 'status', e.fn.countAll<number>().as('count')])
        .where('store_id', 'in', storeIds)
        .groupBy(['store_id', 'status'])
        .execute()
      for (const { store_id, status, count } of found) {
        const ofStore = counts.get(store_id) ?? new Map<IndexingStatus, number>()
        counts.set(store_id, ofStore.set(status as IndexingStatus, count))
      }
      return counts
    },

    async addFiles(files) {
      const values = files.map(file => ({
        store_id: file.storeId,
        file_id: file.fileId,
        description: file.description ?? null,
        status: file.status,
        status_details: file.statusDetails ?? null,
        created_at: file.createdAt,
        lease_ends: 0,
      }))
      await rows
        .insertInto('vector_store_files')
        .values(values)
        .onConflict(conflict => conflict.columns(['store_id', 'file_id']).doNothing())
        .execute()
    },
    async findFile(storeId, fileId) {
      const row = await filesOf(storeId).where('file_id', '=', fileId).executeTakeFirst()
      return row && fileOf(row)
    },
    async pageFiles(storeId, page) {
      const found = await filesOf(storeId).execute()
      return pageOf(found.map(fileOf), ({ fileId }) => fileId, page)
    },
    async completedFiles(storeId) {
      const found = await filesOf(storeId).where('status', '=', 'completed').execute()
      return found.map(fileOf)
    },
    async removeFile(storeId, fileId) {
      const { numDeletedRows } = await rows
        .deleteFrom('vector_store_files')
        .where('store_id', '=', storeId)
        .where('file_id', '=', fileId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async claimForIndexing(now, leaseEnds) {
      const next = await rows
        .selectFrom('vector_store_files')
        .innerJoin('vector_stores', 'vector_stores.id', 'vector_store_files.store_id')
        .select(['store_id', 'file_id', 'project_id', 'lease_ends'])
        .where('status', '=', 'in_progress')
        .where('lease_ends', '<', now)
        .orderBy('vector_store_files.created_at')
        .limit(1)
        .executeTakeFirst()
      if (!next) return undefined
      const row = await rows
        .updateTable('vector_store_files')
        .set({ lease_ends: leaseEnds })
        .where('store_id', '=', next.store_id)
        .where('file_id', '=', next.file_id)
        .where('status', '=', 'in_progress')
        // Whoever was quicker has moved it on.
        .where('lease_ends', '=', next.lease_ends)
        .returningAll()
        .executeTakeFirst()
      return row && { ...fileOf(row), projectId: next.project_id }
    },
    async renewIndexing({ storeId, fileId }, leaseEnds) {
      await rows
        .updateTable('vector_store_files')
        .set({ lease_ends: leaseEnds })
        .where('store_id', '=', storeId)
        .where('file_id', '=', fileId)
        .execute()
    },
    async finishIndexing({ storeId, fileId }, status, details) {
      await rows
        .updateTable('vector_store_files')
        .set({ status, status_details: details ?? null })
        .where('store_id', '=', storeId)
        .where('file_id', '=', fileId)
        .execute()
    },
  }
}

function storeOf(row: Tables['vector_stores']): VectorStore {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    type: row.type as VectorStore['type'],
    createdAt: row.created_at,
  }
}

function fileOf(row: Tables['vector_store_files']): IndexedFile {
  return {
    storeId: row.store_id,
    fileId: row.file_id,
    ...(row.description !== null && { description: row.description }),
    status: row.status as IndexingStatus,
    ...(row.status_details !== null && { statusDetails: row.status_details }),
    createdAt: row.created_at,
  }
}
