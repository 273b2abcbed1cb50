import type { Database } from './database.ts'

/** Values that all replicas share, made by whichever comes first. */
export async function sharedSetting({ rows }: Database, name: string, make: () => string): Promise<string> {
  await rows
    .insertInto('settings')
    .values({ name, value: make() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await rows.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
