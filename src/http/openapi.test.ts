import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Dress } from './dress.ts'
import { describeRoutes } from './openapi.ts'
import type { Document } from './openapi-document.ts'

const plain: Dress = ({ message, code, param }) => ({ body: { error: { message, type: code, param: param ?? null } } })
const wrapped: Dress = ({ code }, requestId) => ({
  body: { type: 'error', error: { type: code }, request_id: requestId },
})

async function describedApp(): Promise<Document> {
  const app = Fastify()
  await describeRoutes(app, '1.2.3', path => (path.startsWith('/v1/messages') ? wrapped : plain))
  const none = async () => ({})
  app.addSchema({ $id: 'Thing', type: 'object', properties: { name: { type: 'string' } } })
  app.register(async scope => {
    const error = { type: 'object' }
    scope.get('/v1/files', { schema: { tags: ['files'], summary: 'All', response: { 200: error, 404: error } } }, none)
    scope.post(
      '/v1/files',
      { schema: { tags: ['files'] }, config: { form: { type: 'object', required: ['purpose'] } } },
      none,
    )
    scope.post(
      '/v1/messages',
      { schema: { tags: ['messages'], operationId: 'answer', response: { 200: { $ref: 'Thing#' } } } },
      none,
    )
    scope.get('/v1/results/:id', { schema: { tags: ['results'], security: [] } }, none)
    scope.get('/v1/bare', { config: { family: 'files' } }, none)
    scope.get('/page', none)
    scope.get('/hidden', { schema: { hide: true } }, none)
  })
  const response = await app.inject('/openapi.json')
  return response.json()
}

describe('the description of the routes', () => {
  it('names every operation, by its path or as the route says', async () => {
    const { paths } = await describedApp()
    const ids = Object.values(paths).flatMap(operations => Object.values(operations).map(one => one.operationId))
    expect(ids.sort()).toEqual(['answer', 'createFile', 'getBare', 'getResult', 'listFiles'])
  })

  it('leaves out pages and what is hidden, and nothing that belongs to a family', async () => {
    const { paths } = await describedApp()
    expect(Object.keys(paths)).toEqual(['/v1/files', '/v1/messages', '/v1/results/{id}', '/v1/bare'])
  })

  it('lists the tags in use with a title and a description', async () => {
    const { tags } = await describedApp()
    expect(tags?.map(({ name }) => name)).toEqual(['messages', 'files', 'results'])
    for (const tag of tags ?? []) expect(tag.description).toMatch(/\w+ .*\.$/)
  })

  it('says once what every call with a key may meet', async () => {
    const { paths, components } = await describedApp()
    expect(paths['/v1/files']?.get?.responses).toMatchObject({
      401: { $ref: '#/components/responses/InvalidApiKey' },
      403: { $ref: '#/components/responses/PermissionDenied' },
      429: { $ref: '#/components/responses/RateLimited' },
    })
    expect(components.responses.InvalidApiKey?.content?.['application/json']?.example).toEqual({
      error: { message: 'Incorrect API key provided', type: 'invalid_api_key', param: null },
    })
    expect(Object.keys(paths['/v1/results/{id}']?.get?.responses ?? {})).toEqual(['200'])
  })

  it('shows errors as the dialect of the path sends them', async () => {
    const { paths, components } = await describedApp()
    expect(paths['/v1/messages']?.post?.responses[401]).toEqual({
      $ref: '#/components/responses/MessagesInvalidApiKey',
    })
    expect(components.schemas.MessagesError).toMatchObject({ required: ['type', 'error', 'request_id'] })
    expect(paths['/v1/files']?.get?.responses[404]).toEqual({
      description: 'Not Found',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    })
    expect(components.schemas.Error).toMatchObject({
      properties: { error: { properties: { message: { type: 'string' }, param: { type: ['string', 'null'] } } } },
    })
  })

  it('describes the parts of a form', async () => {
    const { paths } = await describedApp()
    expect(paths['/v1/files']?.post).toMatchObject({
      requestBody: { content: { 'multipart/form-data': { schema: { required: ['purpose'] } } } },
    })
  })

  it('keeps the names of shared schemas', async () => {
    const { paths, components } = await describedApp()
    expect(paths['/v1/messages']?.post?.responses[200]?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
    })
    expect(components.schemas.Thing).toMatchObject({ type: 'object' })
  })
})
