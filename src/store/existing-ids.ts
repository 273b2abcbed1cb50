import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Which of these ids have a row; asked in the sweeper's batches, so the list is short. */
export async function existingIds(
  rows: Kysely<Tables>,
  table: 'files' | 'voices' | 'results',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rows.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return new Set(found.map(row => row.id))
}
