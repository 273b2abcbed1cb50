import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/** Every statement that goes to either driver from here on; `instead` may stand in for the database. Ends with `vi.restoreAllMocks`. */
export function watchStatements(instead?: () => never): string[] {
  const seen: string[] = []
  const prepare = DatabaseSync.prototype.prepare
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    seen.push(sql)
    instead?.()
    return prepare.call(this, sql)
  })
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...words: unknown[]) {
    seen.push(String((words[0] as { text?: string }).text ?? words[0]))
    instead?.()
    return Reflect.apply(query, this, words)
  })
  return seen
}
