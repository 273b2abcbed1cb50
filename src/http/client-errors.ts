import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { PlatformError } from '../core/errors.ts'
import { type Dress, errorReply } from './dress.ts'
import { requestIdHeaders, requestIdOf } from './request-id.ts'

/** How long a client gets to read the answer: closing at once while it still sends would throw the answer away. */
const lingerMs = 1000

/** Answers what never became a request: floods of headers, broken HTTP, headers that do not end. */
export function answerBrokenRequests(dress: Dress): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const answered = new WeakSet<Socket>()
  return (error, socket) => {
    // What comes after the first mistake is mistaken too.
    if (answered.has(socket)) return
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegunToReply(socket)) {
      socket.destroy()
      return
    }
    answered.add(socket)
    socket.end(httpReply(describe(error), dress))
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

/** A second head in the middle of a reply would be read as part of it. Node keeps the current reply here. */
function hasBegunToReply(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}

function httpReply(error: PlatformError, dress: Dress): string {
  const id = requestIdOf({})
  const { status, headers, body } = errorReply(error, id, dress)
  const lines = Object.entries({
    ...headers,
    ...requestIdHeaders(id),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
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
