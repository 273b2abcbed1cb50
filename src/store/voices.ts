import type { ClonedVoice, VoiceRecords } from '../core/voices.ts'
import type { Database } from './database.ts'
import { existingIds } from './existing-ids.ts'
import type { Tables } from './tables.ts'

export function voiceRecords({ rows }: Database): VoiceRecords {
  const find: VoiceRecords['find'] = async (projectId, id) => {
    const row = await rows
      .selectFrom('voices')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    async insert(voice) {
      const { numInsertedOrUpdatedRows } = await rows
        .insertInto('voices')
        .values({
          id: voice.id,
          project_id: voice.projectId,
          file_id: voice.fileId,
          model: voice.model,
          text: voice.text ?? null,
          sha256: voice.sha256,
          created_at: voice.createdAt,
        })
        .onConflict(conflict => conflict.columns(['project_id', 'model', 'sha256']).doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    find,
    async findBySource(projectId, model, sha256) {
      const row = await rows
        .selectFrom('voices')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('model', '=', model)
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async page(projectId, { limit, order, before, after }) {
      const forward = order === 'asc' ? '>' : '<'
      const backward = order === 'asc' ? '<' : '>'
      // With only `before`, the page is the one that ends at the cursor: walk back from it, then turn round.
      const reversed = before !== undefined && after === undefined
      const direction = (order === 'asc') !== reversed ? 'asc' : 'desc'

      let query = rows.selectFrom('voices').selectAll().where('project_id', '=', projectId)
      const cursors = [
        [after, forward],
        [before, backward],
      ] as const
      for (const [id, comparison] of cursors) {
        const cursor = id === undefined ? undefined : await find(projectId, id)
        if (!cursor) continue
        query = query.where(e =>
          e.or([
            e('created_at', comparison, cursor.createdAt),
            e.and([e('created_at', '=', cursor.createdAt), e('id', comparison, cursor.id)]),
          ]),
        )
      }
      const found = await query
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(limit + 1)
        .execute()
      const items = found.slice(0, limit).map(fromRow)
      if (reversed) items.reverse()
      return { items, hasMore: found.length > limit }
    },
    async delete(projectId, id) {
      const { numDeletedRows } = await rows
        .deleteFrom('voices')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    existing: ids => existingIds(rows, 'voices', ids),
  }
}

function fromRow(row: Tables['voices']): ClonedVoice {
  return {
    id: row.id,
    projectId: row.project_id,
    fileId: row.file_id,
    model: row.model,
    ...(row.text !== null && { text: row.text }),
    sha256: row.sha256,
    createdAt: row.created_at,
  }
}
