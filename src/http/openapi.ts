import { STATUS_CODES } from 'node:http'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify'
import type { DressFor } from './dress.ts'
import type { Document, Operation } from './openapi-document.ts'
import { documentErrors } from './openapi-errors.ts'
import { operationIdOf } from './openapi-operation-id.ts'
import { describeTags } from './openapi-tags.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The parts of a multipart body. They are read as they stream in, so this describes them and checks nothing. */
    form?: object
  }
}

const description = `One self-hosted server for a whole model platform.

Send your key as \`Authorization: Bearer <key>\`. The first start of the server prints one; \`medley keys create\` makes more.
Every reply carries its id as \`x-request-id\`: quote it when you ask about a failure.`

/** The description of every route, from the same schemas that check requests. Registered before the routes. */
export async function describeRoutes(app: FastifyInstance, version: string, dressFor: DressFor): Promise<void> {
  const options: FastifyDynamicSwaggerOptions = {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Medley', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of this server' } },
      },
      security: [{ key: [] }],
    },
    convertConstToEnum: false,
    refResolver: { clone: true, buildLocalReference: (json, _base, _fragment, index) => nameOf(json.$id, index) },
    transform: ({ schema, url, route }) => ({ url, schema: describeRoute(schema, url, route) }),
    transformObject: generated => {
      const document = ('openapiObject' in generated ? generated.openapiObject : {}) as Document
      complete(document, dressFor)
      return document as unknown as Record<string, never>
    },
  }
  await app.register(swagger, options)
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return app.swagger()
  })
}

interface DescribedRoute {
  readonly method: string | string[]
  readonly config?: FastifyContextConfig
}

/** What has neither a family nor a schema is no part of the API: pages and their assets. */
function describeRoute(schema: FastifySchema | undefined, url: string, { method, config = {} }: DescribedRoute) {
  if (schema?.hide || (!schema && !config.family)) return { hide: true }
  const operationId = schema?.operationId ?? operationIdOf([method].flat()[0] ?? '', url)
  const form = config.form && { body: config.form, consumes: ['multipart/form-data'] }
  return { ...schema, operationId, ...form }
}

function complete(document: Document, dressFor: DressFor): void {
  const errors = documentErrors(dressFor)
  const used = new Set<string>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const operation of Object.values(operations)) {
      nameStatuses(operation)
      errors.addTo(path, operation)
      for (const tag of operation.tags ?? []) used.add(tag)
    }
  }
  document.tags = describeTags(used)
  Object.assign(document.components.schemas, errors.components.schemas)
  document.components.responses = errors.components.responses
}

/** The generator's placeholder says nothing; the name of the status does. */
function nameStatuses({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response') response.description = STATUS_CODES[status] ?? status
  }
}

function nameOf(id: unknown, index: number): string {
  return typeof id === 'string' ? id.replace(/[^A-Za-z0-9._-]+/g, '-') : `schema-${index}`
}
