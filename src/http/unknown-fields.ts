import type { FastifyInstance } from 'fastify'

const limit = 20

/** Fields that an endpoint does not know are tolerated, and named in the reply so that nobody is left guessing. */
export function nameIgnoredFields(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { body } = request
    const known = (request.routeOptions.schema?.body as { properties?: Record<string, unknown> } | undefined)
      ?.properties
    if (known && typeof body === 'object' && body !== null) {
      const unknown = Object.keys(body).filter(name => !Object.hasOwn(known, name))
      if (unknown.length > 0) reply.header('x-medley-ignored', headerList(unknown))
    }
    done()
  })
}

/** Names come from outside: only what is safe in a header, and not too many. */
export function headerList(names: readonly string[]): string {
  const safe = names.map(name => name.replace(/[^A-Za-z0-9_.[\]-]/g, '?').slice(0, 64))
  return safe.slice(0, limit).join(', ') + (safe.length > limit ? ', ...' : '')
}
