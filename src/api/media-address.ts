import { invalid } from '../core/errors.ts'
import type { MediaSource } from '../core/generation.ts'

/** An http(s) URL or a base64 data URI; what it holds is checked later. */
export function readMediaAddress(address: string, param: string): MediaSource {
  if (/^https?:\/\//i.test(address)) return { kind: 'url', url: address }
  const comma = address.indexOf(',')
  const head = comma < 0 ? '' : address.slice(0, comma)
  const mediaType = /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[a-z0-9=_-]+)*;base64$/i.exec(head)?.[1]
  if (mediaType === undefined) {
    throw invalid(param, `"${param}" must be an http(s) URL or a data URI such as data:image/png;base64,….`)
  }
  return { kind: 'base64', mediaType: mediaType.toLowerCase(), data: address.slice(comma + 1) }
}
