import { invalid } from '../core/errors.ts'
import type { MediaSource } from '../core/generation.ts'

/** More than a media type and its parameters need. */
const longestHead = 256

/** An http(s) URL or a base64 data URI; what it holds is checked later. */
export function readMediaAddress(address: string, param: string): MediaSource {
  if (/^https?:\/\//i.test(address)) return { kind: 'url', url: address }
  return readDataUri(address, param, 'an http(s) URL or a data URI such as data:image/png;base64,…')
}

/** A base64 data URI, where nothing else will do. */
export function readDataUri(address: string, param: string, accepted: string): MediaSource {
  const comma = address.slice(0, longestHead).indexOf(',')
  const head = comma < 0 ? '' : address.slice(0, comma)
  const mediaType = /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[^;]*)*;base64$/i.exec(head)?.[1]
  if (mediaType === undefined) throw invalid(param, `"${param}" must be ${accepted} (got ${preview(address)}).`)
  return { kind: 'base64', mediaType: mediaType.toLowerCase(), data: address.slice(comma + 1) }
}

function preview(address: string): string {
  return JSON.stringify(address.length > 60 ? `${address.slice(0, 57)}…` : address)
}
