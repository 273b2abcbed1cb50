import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { createTestDatabase } from './database.ts'

/** What the server on this folder keeps, by a connection of its own: to put things there, and to look. */
export async function openStore(folder: string): Promise<Database> {
  return openDatabase((await createTestDatabase(folder)) ?? { kind: 'sqlite', file: join(folder, 'medley.db') })
}
