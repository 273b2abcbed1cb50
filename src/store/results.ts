import type { ResultRecords, StoredResult } from '../core/results.ts'
import type { Database } from './database.ts'
import { existingIds } from './existing-ids.ts'
import type { Tables } from './tables.ts'

export function resultRecords({ rows }: Database): ResultRecords {
  return {
    async insert(result) {
      await rows
        .insertInto('results')
        .values({
          id: result.id,
          project_id: result.projectId,
          content_type: result.contentType,
          filename: result.filename,
          bytes: result.bytes,
          created_at: result.createdAt,
          expires_at: result.expiresAt,
        })
        .execute()
    },
    async find(id) {
      const row = await rows.selectFrom('results').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async expired(now, limit) {
      const found = await rows
        .selectFrom('results')
        .selectAll()
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return found.map(fromRow)
    },
    async delete(id) {
      await rows.deleteFrom('results').where('id', '=', id).execute()
    },
    existing: ids => existingIds(rows, 'results', ids),
  }
}

function fromRow(row: Tables['results']): StoredResult {
  return {
    id: row.id,
    projectId: row.project_id,
    contentType: row.content_type,
    filename: row.filename,
    bytes: row.bytes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
