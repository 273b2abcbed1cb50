import { join } from 'node:path'
import { Type } from 'typebox'
import { parseDatabaseAddress } from '../addresses.ts'
import { defineSection } from '../section.ts'

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }

const DatabaseSchema = Type.String({
  format: 'database-address',
  secret: true,
  accepts: 'postgres://user:password@host:port/name (special characters of the password as %XX) or sqlite:path',
})

export const database = defineSection(DatabaseSchema, (text, context): DatabaseConfig => {
  const address = text === undefined ? undefined : parseDatabaseAddress(text)
  if (address === undefined) return { kind: 'sqlite', file: join(context.dataFolder, 'medley.db') }
  return address.kind === 'sqlite' ? { kind: 'sqlite', file: context.resolvePath(address.file) } : address
})
