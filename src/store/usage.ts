import { sql } from 'kysely'
import type { Family } from '../core/keys.ts'
import type { UsageRecords, UsageRow } from '../core/usage.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

const counts = ['requests', 'failures', 'input_tokens', 'cached_tokens', 'output_tokens'] as const

export function usageRecords({ rows }: Database): UsageRecords {
  return {
    async add(usage) {
      if (usage.length === 0) return
      const increments = Object.fromEntries(
        counts.map(name => [name, sql<number>`usage.${sql.ref(name)} + excluded.${sql.ref(name)}`]),
      )
      await rows
        .insertInto('usage')
        .values(usage.map(toRow))
        .onConflict(conflict => conflict.columns(['day', 'key_id', 'family', 'model']).doUpdateSet(increments))
        .execute()
    },
    async list({ from, to, projectId, keyId, model }) {
      let query = rows.selectFrom('usage').selectAll()
      if (from !== undefined) query = query.where('day', '>=', from)
      if (to !== undefined) query = query.where('day', '<=', to)
      if (projectId !== undefined) query = query.where('project_id', '=', projectId)
      if (keyId !== undefined) query = query.where('key_id', '=', keyId)
      if (model !== undefined) query = query.where('model', '=', model)
      const found = await query.orderBy('day').orderBy('key_id').orderBy('family').orderBy('model').execute()
      return found.map(fromRow)
    },
    async requestsSince(day) {
      const found = await rows
        .selectFrom('usage')
        .select(e => ['key_id', e.fn.sum<number | string>('requests').as('requests')])
        .where('day', '>=', day)
        .groupBy('key_id')
        .execute()
      // Postgres sums big integers into a decimal, which the driver hands over as text.
      return new Map(found.map(row => [row.key_id, Number(row.requests)]))
    },
  }
}

function toRow(row: UsageRow): Tables['usage'] {
  return {
    day: row.day,
    project_id: row.projectId,
    key_id: row.keyId,
    family: row.family,
    model: row.model,
    requests: row.requests,
    failures: row.failures,
    input_tokens: row.inputTokens,
    cached_tokens: row.cachedTokens,
    output_tokens: row.outputTokens,
  }
}

function fromRow(row: Tables['usage']): UsageRow {
  return {
    day: row.day,
    projectId: row.project_id,
    keyId: row.key_id,
    family: row.family as Family,
    model: row.model,
    requests: row.requests,
    failures: row.failures,
    inputTokens: row.input_tokens,
    cachedTokens: row.cached_tokens,
    outputTokens: row.output_tokens,
  }
}
