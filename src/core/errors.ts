/** What went wrong, in the platform's own words. Each dialect dresses it; the HTTP status is chosen at the edge. */
export type ErrorCode =
  | 'request_params_invalid'
  | 'voice_id_invalid'
  | 'invalid_api_key'
  | 'quota_exceeded'
  | 'permission_denied'
  | 'model_invalid'
  | 'file_not_found'
  | 'task_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'request_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'headers_too_large'
  | 'rate_limited'
  | 'project_credit_limit_exceeded'
  | 'censorship_blocked'
  | 'internal_error'
  | 'service_unavailable'
  | 'upstream_timeout'

export interface ErrorDetails {
  /** The path of the field at fault, as the caller wrote it: `messages[0].content`. */
  readonly param?: string
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number
  /** Headers that belong to this failure, such as `allow` or `x-ratelimit-remaining-requests`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(shortened(message, 1000), { cause: details.cause })
    this.code = code
    this.param = details.param === undefined ? undefined : shortened(details.param, 200)
    this.retryAfter = details.retryAfter
    this.headers = details.headers ?? {}
  }
}

/** Messages quote what was sent, which may be megabytes. The end is kept: it tells what is accepted. */
function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit / 2)}…${text.slice(-limit / 2)}`
}

/** The caller sent something that can't be accepted. The message names the field and what is accepted. */
export function invalid(param: string, message: string): PlatformError {
  return new PlatformError('request_params_invalid', message, { param })
}
