import { Kysely, PostgresDialect } from 'kysely'
import type { Client, Pool } from 'pg'
import type { Database } from './database.ts'
import { storableOnly } from './storable.ts'
import type { Tables } from './tables.ts'

const channel = 'medley_keys'
const reconnectMs = 1000

export async function openPostgres(url: string): Promise<Database> {
  // Loaded here: people on SQLite do not pay for it.
  const { default: pg } = await import('pg')
  // Counts and times fit in a double; the driver's default is text.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)

  const pool: Pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 })
  // An idle connection that the server drops is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const rows = new Kysely<Tables>({ dialect: storableOnly(new PostgresDialect({ pool })) })

  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let closed = false
  let subscriber: Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function subscribe(): Promise<void> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('notification', notify)
    client.on('error', () => undefined)
    client.once('end', () => {
      if (closed) return
      retry = setTimeout(resubscribe, reconnectMs)
      retry.unref()
    })
    await client.connect()
    await client.query(`listen ${channel}`)
    subscriber = client
  }
  function resubscribe(): void {
    subscribe().then(notify, () => {
      if (closed) return
      retry = setTimeout(resubscribe, reconnectMs)
      retry.unref()
    })
  }
  try {
    await subscribe()
  } catch (error) {
    await pool.end()
    throw error
  }

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
      closed = true
      clearTimeout(retry)
      await subscriber?.end()
      await rows.destroy()
    },
  }
}
