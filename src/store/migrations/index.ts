import type { Migration } from 'kysely/migration'
import { foundation } from './0001-foundation.ts'
import { vectorStores } from './0002-vector-stores.ts'

/** In order; a name is never changed once it has shipped. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-vector-stores': vectorStores,
}
