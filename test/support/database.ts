import { createHash } from 'node:crypto'
import pg from 'pg'
import type { DatabaseAddress } from '../../src/store/database.ts'

const made = new Map<string, Promise<DatabaseAddress>>()

/** A database of its own for each data folder, so that a server started again on a folder finds what it kept. */
export async function createTestDatabase(folder: string): Promise<DatabaseAddress | undefined> {
  const server = process.env.MEDLEY_TEST_DATABASE
  if (server === undefined) return undefined
  const database = made.get(folder) ?? create(server, folder)
  made.set(folder, database)
  return database
}

async function create(server: string, folder: string): Promise<DatabaseAddress> {
  const name = `medley_test_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } catch (error) {
    // Made before, or by another process at this very moment.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return { kind: 'postgres', url: url.href }
}
