import { Type } from 'typebox'
import { parseRedisAddress } from '../addresses.ts'
import { defineSection } from '../section.ts'

export type LimitsConfig = { readonly kind: 'memory' } | { readonly kind: 'redis'; readonly url: string }

const LimitsSchema = Type.String({
  format: 'redis-address',
  secret: true,
  accepts: 'redis://user:password@host:port, rediss://… (with TLS) or valkey://…',
})

export const limits = defineSection(LimitsSchema, (text): LimitsConfig => {
  const url = text === undefined ? undefined : parseRedisAddress(text)
  return url === undefined ? { kind: 'memory' } : { kind: 'redis', url }
})
