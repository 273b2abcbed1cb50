import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import { type DressFor, errorReply } from './dress.ts'

const underway = Symbol('what this connection is being asked')

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * A body that stops coming is answered with 408 and cut off; a slow one that keeps coming is fine. The clock is the
 * connection's own, which runs anyway: one for each request would cost more than all else that is done with its head.
 * To be told of each request.
 */
export function endIdleUploads(
  app: FastifyInstance,
  idleMs: number,
  dressFor: DressFor,
): (request: FastifyRequest, reply: FastifyReply) => void {
  app.server.setTimeout(idleMs, (socket: Socket & { [underway]?: Asked }) => {
    const asked = socket[underway]
    // The head of the first request is still to come, which has a clock of its own.
    if (!asked) return
    // Kept for the next request, which has not come.
    if (asked.reply.raw.writableFinished) socket.destroy()
    else if (!asked.request.raw.complete) endUpload(asked)
  })

  function endUpload({ request, reply }: Asked): void {
    const { raw } = request
    if (reply.raw.headersSent) return void raw.destroy()
    const error = new PlatformError('request_timeout', `The body stopped coming for ${idleMs / 1000} s.`)
    const { status, headers, body } = errorReply(error, request.id, dressFor(request.url))
    reply.hijack()
    reply.raw
      .writeHead(status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers, connection: 'close' })
      .end(body, () => raw.destroy())
  }

  return (request, reply) => {
    const socket: Socket & { [underway]?: Asked } = request.raw.socket
    socket[underway] = { request, reply }
  }
}
