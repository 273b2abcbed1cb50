import { PlatformError } from '../../core/errors.ts'
import { SoundError } from '../../media/sound/sound-error.ts'
import type { Mistake, SessionFailure } from './session-messages.ts'

/** What a caller sent can't be obeyed. */
export class SessionMistake extends Error {
  override readonly name = 'SessionMistake'
  readonly code: Mistake['code']
  readonly param: string | undefined

  constructor({ code, message, param }: Mistake) {
    super(message)
    this.code = code
    this.param = param
  }
}

const theirs = new Set<PlatformError['code']>(['request_params_invalid', 'model_invalid', 'request_too_large'])

/** Any failure as the caller is told of it. What is not ours to show is an internal one. */
export function failureOf(error: unknown, param?: string): SessionFailure {
  if (error instanceof SessionMistake) {
    return invalid(error.code, error.message, error.param)
  }
  if (error instanceof SoundError) return invalid('invalid_value', `"audio": ${error.message}`, param)
  if (!(error instanceof PlatformError)) {
    return { type: 'internal_error', code: 'internal_error', message: 'Something went wrong on our side.' }
  }
  if (error.code === 'censorship_blocked') return { type: 'risk', code: 'risk_blocked', message: error.message }
  if (theirs.has(error.code)) return invalid('invalid_value', error.message, error.param)
  return { type: 'internal_error', code: 'internal_error', message: error.message }
}

function invalid(code: Mistake['code'], message: string, param: string | undefined): SessionFailure {
  return { type: 'invalid_request_error', code, message, ...(param !== undefined && { param }) }
}
