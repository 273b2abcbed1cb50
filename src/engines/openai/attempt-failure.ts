import { PlatformError } from '../../core/errors.ts'
import type { Refusal } from './refusal.ts'

/** Why an attempt came to nothing before it said anything, and what may be done about it. */
export class AttemptFailure extends Error {
  /** What the caller is told when nothing helps. */
  readonly error: PlatformError
  /** Another server may do better. */
  readonly elsewhere: boolean
  /** The same server may do better: at once, or after a moment. */
  readonly again: 'now' | 'soon' | undefined
  /** It speaks against the server. */
  readonly isFault: boolean
  readonly isUnreachable: boolean
  readonly refusal: Refusal | undefined

  constructor(
    error: PlatformError,
    about: {
      elsewhere?: boolean
      again?: 'now' | 'soon' | undefined
      isFault?: boolean
      isUnreachable?: boolean
      refusal?: Refusal
    },
  ) {
    super(error.message, { cause: error })
    this.error = error
    this.elsewhere = about.elsewhere ?? false
    this.again = about.again
    this.isFault = about.isFault ?? false
    this.isUnreachable = about.isUnreachable ?? false
    this.refusal = about.refusal
  }
}

/** What a server's own failure means for the next step. */
export function refused(error: PlatformError, refusal: Refusal): AttemptFailure {
  const { status, retryAfter } = refusal
  const isOverload = status === 502 || status === 503 || status === 504 || status === 529
  return new AttemptFailure(error, {
    elsewhere: isOverload || status === 429,
    again: (status === 502 || status === 503) && retryAfter === undefined ? 'soon' : undefined,
    isFault: status >= 500,
    refusal,
  })
}

const brokenConnections = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The connection could not be made, or broke before anything came. */
export function disconnected(cause: Error, model: string): AttemptFailure {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  // A connection that was kept may have been closed by the other side in the very moment of its use.
  const isBroken = brokenConnections.has(code)
  const error = new PlatformError('service_unavailable', `The server behind "${model}" can't be reached.`, { cause })
  return new AttemptFailure(error, {
    elsewhere: true,
    again: isBroken ? 'now' : code === 'ECONNREFUSED' ? 'soon' : undefined,
    isFault: true,
    isUnreachable: !isBroken,
  })
}

/** The connection broke after the head of an answer. */
export function cut(model: string, cause: unknown): AttemptFailure {
  const message = `The server behind "${model}" closed the connection in the middle of its answer.`
  const error = new PlatformError('service_unavailable', message, { cause })
  return new AttemptFailure(error, { elsewhere: true, again: 'now', isFault: true })
}

/** `elsewhere`: there is time left to ask another server. */
export function timedOut(model: string, seconds: number, elsewhere: boolean): AttemptFailure {
  const message = elsewhere
    ? `The server behind "${model}" was silent for ${seconds} seconds.`
    : `The answer of the server behind "${model}" was not complete after ${seconds} seconds.`
  return new AttemptFailure(new PlatformError('upstream_timeout', message), { elsewhere, isFault: true })
}

export function garbage(model: string, cause: unknown): AttemptFailure {
  const message = `The server behind "${model}" sent something that is no answer.`
  const error = new PlatformError('service_unavailable', message, { cause })
  return new AttemptFailure(error, { elsewhere: true, isFault: true })
}

export function gaveUp(model: string): AttemptFailure {
  const message = `The server behind "${model}" gave up in the middle of its answer.`
  return new AttemptFailure(new PlatformError('service_unavailable', message), { isFault: true })
}
