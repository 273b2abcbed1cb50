import type { FastifyInstance } from 'fastify'

const lingerMs = 5000

/**
 * Who is answered before the whole body has come (a wrong key, too large a file) gets time to read the answer, while the
 * rest is thrown away; then the connection is closed. Without an end, somebody could send for ever.
 */
export function leaveUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) {
      raw.resume()
      const cut = setTimeout(() => raw.complete || raw.destroy(), lingerMs).unref()
      raw.once('close', () => clearTimeout(cut))
    }
    done()
  })
}
