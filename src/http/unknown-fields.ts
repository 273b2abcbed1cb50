import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const limit = 20

/** Fields that an endpoint does not know are tolerated, and named in the reply so that nobody is left guessing. */
export function nameIgnoredFields(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    const known = (route.schema?.body as { properties?: Record<string, unknown> } | undefined)?.properties
    if (known) route.preHandler = [nameThoseBeside(known), ...[route.preHandler ?? []].flat()]
  })
}

function nameThoseBeside(known: Record<string, unknown>) {
  return ({ body }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (typeof body === 'object' && body !== null) {
      const unknown = Object.keys(body).filter(name => !Object.hasOwn(known, name))
      if (unknown.length > 0) reply.header('x-medley-ignored', headerList(unknown))
    }
    done()
  }
}

/** Names come from outside: only what is safe in a header, and not too many. */
export function headerList(names: readonly string[]): string {
  const safe = names.map(name => name.replace(/[^A-Za-z0-9_.[\]-]/g, '?').slice(0, 64))
  return safe.slice(0, limit).join(', ') + (safe.length > limit ? ', ...' : '')
}
