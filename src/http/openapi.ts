import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

/** The description of every route, from the same schemas that check requests. Registered before the routes. */
export async function describeRoutes(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Medley',
        version,
        description: 'One self-hosted server for a whole model platform.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
