import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from './database.ts'
import { followNotices } from './postgres-notices.ts'
import { storableOnly } from './storable.ts'
import type { Tables } from './tables.ts'

const channel = 'medley_keys'

export async function openPostgres(url: string): Promise<Database> {
  // Loaded here: people on SQLite do not pay for it.
  const { default: pg } = await import('pg')
  // Counts and times fit in a double; the driver's default is text.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)

  const pool: Pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000, keepAlive: true })
  // An idle connection that the server drops is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const rows = new Kysely<Tables>({ dialect: storableOnly(new PostgresDialect({ pool })) })

  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const newClient = () => new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  const stopFollowing = await followNotices(channel, newClient, notify).catch(async error => {
    await pool.end()
    throw error
  })

  return {
    kind: 'postgres',
    rows,
    async ping() {
      await pool.query('select 1')
    },
    async announceKeyChange() {
      notify()
      await pool.query(`notify ${channel}`)
    },
    onKeyChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await stopFollowing()
      await rows.destroy()
    },
  }
}
