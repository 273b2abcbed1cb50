import { newId } from '../core/ids.ts'
import type { Project, ProjectRecords } from '../core/keys.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

export function projectRecords({ rows }: Database): ProjectRecords {
  const byName = (name: string) =>
    rows.selectFrom('projects').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  return {
    async ensure(name, at) {
      await rows
        .insertInto('projects')
        .values({ id: newId('proj_', 16), name, created_at: at })
        .onConflict(conflict => conflict.column('name').doNothing())
        .execute()
      return fromRow(await byName(name))
    },
    async all() {
      return (await rows.selectFrom('projects').selectAll().orderBy('created_at').execute()).map(fromRow)
    },
    async find(id) {
      const row = await rows.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },
  }
}

function fromRow(row: Tables['projects']): Project {
  return { id: row.id, name: row.name, createdAt: row.created_at }
}
