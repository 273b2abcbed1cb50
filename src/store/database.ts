import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type DatabaseAddress = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  readonly rows: Kysely<Tables>
  /** Throws when the database can't be asked. */
  ping(): Promise<void>
  /** Tells every process that keys have changed; called in the transaction's wake. */
  announceKeyChange(): Promise<void>
  /** Calls back soon after any process has announced a change. */
  onKeyChange(listener: () => void): () => void
  close(): Promise<void>
}

export async function openDatabase(address: DatabaseAddress): Promise<Database> {
  const database = address.kind === 'sqlite' ? openSqlite(address.file) : await openPostgres(address.url)
  try {
    await migrate(database.rows)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** The migrator takes a lock, so that replicas that start together do not both migrate. */
async function migrate(rows: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db: rows, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
