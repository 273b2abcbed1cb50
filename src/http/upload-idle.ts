import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import { type DressFor, errorReply } from './dress.ts'

/** A body that stops coming is answered with 408 and cut off; a slow one that keeps coming is fine. */
export function endIdleUploads(app: FastifyInstance, idleMs: number, dressFor: DressFor): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (hasBody) {
      raw.setTimeout(idleMs, () => {
        if (raw.complete) return
        const error = new PlatformError('request_timeout', `The body stopped coming for ${idleMs / 1000} s.`)
        const { status, headers, body } = errorReply(error, request.id, dressFor(request.url))
        if (reply.raw.headersSent) return void raw.destroy()
        reply.hijack()
        reply.raw
          .writeHead(status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers, connection: 'close' })
          .end(body, () => raw.destroy())
      })
      raw.once('end', () => raw.setTimeout(0))
    }
    done()
  })
}
