import type { FilePurpose, FileRecords, FileStatus, StoredFile } from '../core/files.ts'
import type { Database } from './database.ts'
import { existingIds } from './existing-ids.ts'
import type { Tables } from './tables.ts'

export function fileRecords(database: Database): FileRecords {
  const { rows } = database
  return {
    async insert(file) {
      await rows
        .insertInto('files')
        .values({
          id: file.id,
          project_id: file.projectId,
          filename: file.filename,
          purpose: file.purpose,
          bytes: file.bytes,
          sha256: file.sha256,
          created_at: file.createdAt,
          status: file.status,
          status_details: file.statusDetails ?? null,
          lease_ends: 0,
        })
        .execute()
    },
    async find(projectId, id) {
      const row = await rows
        .selectFrom('files')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async list(projectId) {
      const found = await rows
        .selectFrom('files')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return found.map(fromRow)
    },
    async count(projectId) {
      const row = await rows
        .selectFrom('files')
        .select(e => e.fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      return row.count
    },
    async delete(projectId, id) {
      const { numDeletedRows } = await rows
        .deleteFrom('files')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await rows.deleteFrom('vector_store_files').where('file_id', '=', id).execute()
      return true
    },
    async claimForParsing(now, leaseEnds) {
      const row = await rows
        .updateTable('files')
        .set({ lease_ends: leaseEnds })
        .where('id', '=', e => {
          const next = e
            .selectFrom('files')
            .select('id')
            .where('status', '=', 'processed')
            .where('lease_ends', '<', now)
            .orderBy('created_at')
            .limit(1)
          return database.kind === 'postgres' ? next.forUpdate().skipLocked() : next
        })
        .returningAll()
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async countWaiting() {
      const row = await rows
        .selectFrom('files')
        .select(e => e.fn.countAll<number>().as('count'))
        .where('status', '=', 'processed')
        .executeTakeFirstOrThrow()
      return row.count
    },
    async renewParsing(id, leaseEnds) {
      await rows.updateTable('files').set({ lease_ends: leaseEnds }).where('id', '=', id).execute()
    },
    async finishParsing(id, status, details) {
      const { numUpdatedRows } = await rows
        .updateTable('files')
        .set({ status, status_details: details ?? null })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    existing: ids => existingIds(rows, 'files', ids),
  }
}

function fromRow(row: Tables['files']): StoredFile {
  return {
    id: row.id,
    projectId: row.project_id,
    filename: row.filename,
    purpose: row.purpose as FilePurpose,
    bytes: row.bytes,
    sha256: row.sha256,
    createdAt: row.created_at,
    status: row.status as FileStatus,
    ...(row.status_details !== null && { statusDetails: row.status_details }),
  }
}
