import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { Database } from './database.ts'
import { storableOnly } from './storable.ts'
import type { Tables } from './tables.ts'

const changePollMs = 100

export function openSqlite(file: string): Database {
  // Only its owner reads what is kept: the secret of signed links is among it.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const connection = new DatabaseSync(file, { timeout: 5000 })
  // `full`: what was acknowledged survives a power cut, not only a kill.
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')

  const rows = new Kysely<Tables>({
    dialect: storableOnly(new SqliteDialect({ database: asKyselyExpects(connection) })),
  })
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }

  // The data version changes when *another* connection has written: the command line, or a second server.
  const dataVersion = connection.prepare('pragma data_version')
  const readVersion = () => dataVersion.get()?.data_version
  let seen = readVersion()
  const timer = setInterval(() => {
    const version = readVersion()
    if (version === seen) return
    seen = version
    notify()
  }, changePollMs)
  timer.unref()

  return {
    kind: 'sqlite',
    rows,
    async ping() {
      connection.prepare('select 1').get()
    },
    announceKeyChange: async () => notify(),
    onKeyChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(timer)
      await rows.destroy()
    },
  }
}

/** Kysely speaks the interface of another SQLite binding; Node's differs only in how parameters are passed. */
function asKyselyExpects(connection: DatabaseSync) {
  return {
    close: () => connection.close(),
    prepare(sql: string) {
      const statement = connection.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters: readonly unknown[]) =>
          statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
      }
    },
  }
}
