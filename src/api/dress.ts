import type { ErrorCode } from '../core/errors.ts'
import type { Dress, DressFor } from '../http/dress.ts'

const platform: Dress = ({ message, code, param }) => ({
  body: { error: { message, type: code, param: param ?? null, code } },
})

const messages: Dress = ({ message, code }, requestId) => ({
  body: { type: 'error', error: { type: code, message }, request_id: requestId },
})

const musicNames: Partial<Record<ErrorCode, string>> = {
  invalid_api_key: 'not_allowed',
  quota_exceeded: 'insufficient_credit',
}
/** Failures that the same request may outlive. A used-up quota is not among them. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'project_credit_limit_exceeded',
  'internal_error',
  'service_unavailable',
  'upstream_timeout',
])
const music: Dress = ({ message, code }) => ({
  body: { error: { message, type: musicNames[code] ?? code } },
  headers: { 'x-should-retry': String(passing.has(code)) },
})

export const dressFor: DressFor = path => {
  if (/^\/v1\/messages(?![\w-])/.test(path)) return messages
  if (/^\/v1\/audio\/music(?![\w-])/.test(path)) return music
  return platform
}
