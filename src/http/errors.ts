import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import { type DressFor, errorReply } from './dress.ts'

/** Sends any thrown thing in the dialect of the path. What is not ours is internal: logged once, and its text never leaves. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, dressFor: DressFor): void {
  const known = isCutOff(request) ? cutOff(error) : asPlatformError(error)
  if (known.code === 'internal_error') request.log.error({ err: error }, 'request failed inside')
  const { status, headers, body } = errorReply(known, request.id, dressFor(request.url))
  reply.code(status).headers(headers).send(body)
}

/** Nobody is left to read the answer; it must not look like a failure of ours in the log. */
function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function cutOff(cause: unknown): PlatformError {
  return new PlatformError('request_params_invalid', 'The body was cut off before its end.', { cause })
}

export function asPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  const code = (error as Partial<FastifyError> | null)?.code
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new PlatformError('request_too_large', 'The body is larger than this endpoint accepts.', { cause: error })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return cutOff(error)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new PlatformError('unsupported_media_type', 'This endpoint does not accept that content type.', {
        cause: error,
      })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new PlatformError('request_params_invalid', 'The path is not a valid URL path.', { cause: error })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new PlatformError('not_found', 'There is nothing under so long a path.', { cause: error })
    default:
      return new PlatformError(
        'internal_error',
        'Something went wrong on our side. The request id finds it in the log.',
        {
          cause: error,
        },
      )
  }
}
