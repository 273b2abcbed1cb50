import type { OutgoingHttpHeaders, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import { type DressFor, errorReply } from './dress.ts'

const underway = Symbol('what this connection is being asked')

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Asking extends Socket {
  /** Undefined before the first request; null between requests, so that nothing of the last one is held. */
  [underway]?: Asked | null
  readonly server?: Server
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
  const watched = new WeakSet<Server>()
  watch(app.server)
  app.addHook('onResponse', (request, _reply, done) => {
    const socket: Asking = request.raw.socket
    if (socket[underway]?.request === request) socket[underway] = null
    done()
  })

  function watch(server: Server): void {
    if (watched.has(server)) return
    watched.add(server)
    server.setTimeout(idleMs, (socket: Asking) => {
      const asked = socket[underway]
      // The head of the first request is still to come, which has a clock of its own.
      if (asked === undefined) return
      // Kept for the next request, which has not come.
      if (asked === null) socket.destroy()
      else if (!asked.request.raw.complete) endUpload(asked)
    })
  }

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
    const socket: Asking = request.raw.socket
    // A name with several addresses has a server for each, of which the framework shows the first.
    if (socket[underway] === undefined && socket.server && !watched.has(socket.server)) {
      watch(socket.server)
      socket.setTimeout(idleMs)
    }
    socket[underway] = { request, reply }
  }
}
