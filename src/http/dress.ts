import type { PlatformError } from '../core/errors.ts'
import { statusOf } from './status.ts'

/** How one dialect shows an error. */
export interface Dressed {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type Dress = (error: PlatformError, requestId: string) => Dressed
/** Chosen by path, so that unknown paths under a dialect's prefix wear its dress too. */
export type DressFor = (path: string) => Dress

export interface ErrorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function errorReply(error: PlatformError, requestId: string, dress: Dress): ErrorReply {
  const { body, headers } = dress(error, requestId)
  return {
    status: statusOf[error.code],
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(error.retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfter))) }),
      ...error.headers,
      ...headers,
    },
    body: JSON.stringify(body),
  }
}
