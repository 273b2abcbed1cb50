import type { Config } from './config.ts'
import { maskAddress } from './show.ts'

const secretKeys = new Set(['apiKey', 'key', 'accessKeyId', 'secretAccessKey', 'sessionToken', 'token'])

/** The configuration as it may be printed: secrets and the credentials in addresses are masked. */
export function describeConfig(config: Config): Record<string, unknown> {
  return describeMap(config)
}

function describeMap(map: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, describe(key, value)]))
}

function describe(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => describe(key, item))
  if (typeof value === 'object' && value !== null) return describeMap(value)
  // Printed as JSON, what is not set would vanish.
  if (value === undefined) return null
  if (typeof value !== 'string') return value
  if (secretKeys.has(key)) return '***'
  return value.includes('://') ? maskAddress(value) : value
}
