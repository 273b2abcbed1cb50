import { type ErrorCode, PlatformError } from '../../core/errors.ts'
import { asRecord, asText, type JsonRecord } from './chat/record.ts'

/** What a server said instead of an answer. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly code: string
  readonly param: string
  /** Seconds. */
  readonly retryAfter: number | undefined
}

export function readRefusal(status: number, body: string, retryAfter: unknown): Refusal {
  return { status, ...readErrorBody(parse(body) ?? body), retryAfter: readRetryAfter(retryAfter) }
}

/** An error that came where a chunk or an answer should have been. */
export function readRefusalInside(body: unknown): Refusal {
  const said = readErrorBody(body)
  return { status: statusOf(body, said.code), ...said, retryAfter: undefined }
}

/** The server's failure as a caller may see it: our misconfiguration is not theirs, and its inner matters are nobody's. */
export function errorOf(refusal: Refusal, model: string, key: string | undefined): PlatformError {
  const { status, retryAfter } = refusal
  const code = codeOf(refusal)
  const said = sanitise(refusal.message, key)
  const cause = new Error(`the server answered ${status}: ${said || 'nothing'}`)
  const details = { cause, ...(retryAfter === undefined ? {} : { retryAfter }) }
  switch (code) {
    case 'request_params_invalid': {
      const param = /^[\w.[\]-]{1,100}$/.test(refusal.param) ? { param: refusal.param } : {}
      return new PlatformError(code, said || `The server behind "${model}" refused the request.`, { cause, ...param })
    }
    case 'censorship_blocked':
      return new PlatformError(code, said || 'The request was blocked by a content filter.', { cause })
    case 'request_too_large':
      return new PlatformError(code, `The request is larger than the server behind "${model}" accepts.`, { cause })
    case 'rate_limited':
      return new PlatformError(code, `The server behind "${model}" takes no more requests for now.`, details)
    case 'upstream_timeout':
      return new PlatformError(code, `The server behind "${model}" did not answer in time.`, details)
    default:
      return new PlatformError('service_unavailable', unavailable(status, model), details)
  }
}

function codeOf({ status, code }: Refusal): ErrorCode {
  if (status === 400 && code === 'content_filter') return 'censorship_blocked'
  if (status === 400 || status === 422) return 'request_params_invalid'
  if (status === 408 || status === 504) return 'upstream_timeout'
  if (status === 413) return 'request_too_large'
  if (status === 429) return 'rate_limited'
  return 'service_unavailable'
}

function unavailable(status: number, model: string): string {
  if (status === 401 || status === 403) {
    return `The server behind "${model}" does not accept this platform's credentials: its configuration is wrong.`
  }
  if (status === 404) {
    return `The server behind "${model}" does not know the model or the path that is configured for it.`
  }
  if (status >= 300 && status < 500) {
    return `The server behind "${model}" answered with status ${status}: its configuration is wrong.`
  }
  return `The server behind "${model}" failed${status > 0 ? ` with status ${status}` : ''}.`
}

/** OpenAI's shape, FastAPI's, Ollama's, and what others made of them. */
function readErrorBody(body: unknown): { message: string; code: string; param: string } {
  if (typeof body === 'string') return { message: looksLikePage(body) ? '' : body, code: '', param: '' }
  const outer = asRecord(body) ?? {}
  const error = asRecord(outer.error) ?? outer
  const detail = error.detail ?? asRecord(error.message)?.detail
  return {
    message: asText(error.message) || asText(outer.error) || asText(outer.message) || detailText(detail),
    code: asText(error.code) || asText(error.type),
    param: asText(error.param) || detailParam(detail),
  }
}

function detailText(detail: unknown): string {
  if (!Array.isArray(detail)) return asText(detail)
  return detail.map(entry => detailLine(asRecord(entry) ?? {})).join('; ')
}

function detailLine(entry: JsonRecord): string {
  return [pathOf(entry), asText(entry.msg), entry.type === 'extra_forbidden' ? '(extra_forbidden)' : '']
    .filter(word => word !== '')
    .join(' ')
}

function detailParam(detail: unknown): string {
  return Array.isArray(detail) ? pathOf(asRecord(detail[0]) ?? {}) : ''
}

function pathOf({ loc }: JsonRecord): string {
  return Array.isArray(loc) ? loc.filter(step => step !== 'body').join('.') : ''
}

function statusOf(body: unknown, code: string): number {
  const outer = asRecord(body) ?? {}
  const error = asRecord(outer.error) ?? outer
  for (const value of [error.code, error.status, error.status_code, outer.code, outer.status]) {
    const status = Number(value)
    if (status >= 400 && status < 600) return status
  }
  if (/rate.?limit|too.?many/i.test(code)) return 429
  return /invalid.?request|bad.?request|context.?length/i.test(code) ? 400 : 500
}

function readRetryAfter(value: unknown): number | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const seconds = Number(value)
  const wait = Number.isFinite(seconds) ? seconds : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.ceil(wait)), 3600) : undefined
}

function looksLikePage(body: string): boolean {
  return body.trimStart().startsWith('<')
}

/** One line of at most 500 characters, without our key or anything that looks like one. */
function sanitise(message: string, key: string | undefined): string {
  const plain = key ? message.replaceAll(key, '***') : message
  const line = plain
    .slice(0, 4000)
    .replace(/\b(?:sk|key)-[\w-]{8,}|\bBearer\s+[\w.~+/=-]{8,}/gi, '***')
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
  return line.length > 500 ? `${line.slice(0, 499)}…` : line
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
