import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { PlatformError } from '../core/errors.ts'
import { type Dress, errorReply } from './dress.ts'
import { requestIdHeaders, requestIdOf } from './request-id.ts'

/** Answers what never became a request: floods of headers, broken HTTP, headers that do not end. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, dress: Dress): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const id = requestIdOf({})
  const { status, headers, body } = errorReply(describe(error), id, dress)
  const lines = Object.entries({
    ...headers,
    ...requestIdHeaders(id),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

function describe(error: NodeJS.ErrnoException): PlatformError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new PlatformError('headers_too_large', 'The headers are too large: at most 16 KiB in all.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new PlatformError('request_timeout', 'The request did not arrive in time.')
    default:
      return new PlatformError('request_params_invalid', 'This is not a well-formed HTTP request.')
  }
}
