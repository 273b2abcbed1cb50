import type { DatabaseConfig } from './sections/database.ts'

/** A base address without a slash at its end, so that paths can be put after it. */
export function parseHttpAddress(text: string): string | undefined {
  const url = parseUrl(text, ['http:', 'https:'])
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  if (/[?#]/.test(text)) return undefined
  return url.href.replace(/\/+$/, '')
}

export function parseDatabaseAddress(text: string): DatabaseConfig | undefined {
  if (text.startsWith('sqlite:')) {
    const file = text.slice('sqlite:'.length)
    // `sqlite://name` would name a host, and SQLite has none; three slashes are an absolute path.
    const named = /^(\/\/\/|\/(?!\/)|[^/])/.test(file) && !file.startsWith(':') && !file.includes('\0')
    return named && !file.endsWith('/') ? { kind: 'sqlite', file: file.replace(/^\/+/, '/') } : undefined
  }
  // Without a host, the path or the query says where the database is.
  const url = parseUrl(text, ['postgres:', 'postgresql:'])
  return url && url.host + url.pathname + url.search !== '' ? { kind: 'postgres', url: text } : undefined
}

export function parseS3Address(text: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const parts = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[^?#]*))?$/.exec(text)?.groups
  if (parts?.bucket === undefined) return undefined
  const prefix = (parts.prefix ?? '').replace(/\/$/, '')
  const segments = prefix === '' ? [] : prefix.split('/')
  return segments.every(isPlainSegment) ? { bucket: parts.bucket, prefix } : undefined
}

/** A path that cannot be taken for a word or an address. */
export function isMarkedPath(text: string): boolean {
  return /^\.{0,2}\/(?!\/)[^\0]*$/.test(text)
}

/** Valkey speaks Redis's protocol, and clients know it by that name. */
export function parseRedisAddress(text: string): string | undefined {
  return parseUrl(text, ['redis:', 'rediss:', 'valkey:'])?.host ? text.replace(/^valkey:/i, 'redis:') : undefined
}

function parseUrl(text: string, protocols: readonly string[]): URL | undefined {
  // The URL parser would silently drop white space.
  if (/\s/.test(text) || !text.includes('://')) return undefined
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) ? url : undefined
}

function isPlainSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && /^[\w!.*'()-]+$/.test(segment)
}
