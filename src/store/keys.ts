import type { ApiKey, Family, KeyRecords } from '../core/keys.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

export function keyRecords(database: Database): KeyRecords {
  const { rows } = database
  return {
    async insert(key) {
      await rows.insertInto('keys').values(toRow(key)).execute()
      await database.announceKeyChange()
    },
    async all() {
      const found = await rows.selectFrom('keys').selectAll().orderBy('created_at').orderBy('id').execute()
      return found.map(fromRow)
    },
    async find(id) {
      const row = await rows.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
    async findByHash(hash) {
      const row = await rows.selectFrom('keys').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row && fromRow(row)
    },
    async revoke(id, at) {
      const { numUpdatedRows } = await rows
        .updateTable('keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      await database.announceKeyChange()
      return numUpdatedRows > 0n
    },
    onChange: listener => database.onKeyChange(listener),
  }
}

function toRow(key: ApiKey): Tables['keys'] {
  return {
    id: key.id,
    project_id: key.projectId,
    name: key.name,
    hint: key.hint,
    hash: key.hash,
    admin: key.admin ? 1 : 0,
    scopes: key.scopes ? JSON.stringify(key.scopes) : null,
    requests_per_minute: key.limits.requestsPerMinute ?? null,
    concurrent_requests: key.limits.concurrentRequests ?? null,
    requests_per_month: key.limits.requestsPerMonth ?? null,
    created_at: key.createdAt,
    revoked_at: key.revokedAt ?? null,
  }
}

function fromRow(row: Tables['keys']): ApiKey {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    hint: row.hint,
    hash: row.hash,
    admin: row.admin === 1,
    ...(row.scopes !== null && { scopes: JSON.parse(row.scopes) as Family[] }),
    limits: {
      ...(row.requests_per_minute !== null && { requestsPerMinute: row.requests_per_minute }),
      ...(row.concurrent_requests !== null && { concurrentRequests: row.concurrent_requests }),
      ...(row.requests_per_month !== null && { requestsPerMonth: row.requests_per_month }),
    },
    createdAt: row.created_at,
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  }
}
