import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { dressFor } from '../src/api/dress.ts'
import { addEndpoints, type EndpointParts } from '../src/api/index.ts'
import { describeRoutes } from '../src/http/openapi.ts'
import type { Document } from '../src/http/openapi-document.ts'
import { createTestApp } from './support/test-app.ts'

interface Described {
  readonly routes: readonly { method: string; url: string }[]
  readonly document: Document
}

async function describeEndpoints(): Promise<Described> {
  const app = createTestApp()
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one.toLowerCase(), url })
  })
  await describeRoutes(app, '0.0.0', dressFor)
  // The endpoints are described here and never called.
  addEndpoints(app, {} as EndpointParts)
  const response = await app.inject('/openapi.json')
  await app.close()
  return { routes: routes.filter(({ url }) => url.startsWith('/v1/')), document: response.json() }
}

const { routes, document } = await describeEndpoints()
const operations = routes.map(({ method, url }) => {
  const path = url.replaceAll(/:(\w+)/g, '{$1}')
  return { name: `${method} ${path}`, operation: document.paths[path]?.[method] }
})

describe('the description of the whole API', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(validator.version).toBe('3.1')
  })

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target)
    expect(references.length).toBeGreaterThan(20)
    const broken = references.filter(target => resolve(target) === undefined)
    expect(broken).toEqual([])
    expect(references.filter(target => target.includes('def-'))).toEqual([])
  })

  it('has every route', () => {
    expect(operations.length).toBeGreaterThan(15)
    expect(operations.filter(({ operation }) => !operation).map(({ name }) => name)).toEqual([])
  })

  it.each(operations)('says of $name what it does, where it belongs and how it fails', ({ operation }) => {
    expect(operation?.summary).toMatch(/\w/)
    expect(document.tags?.map(({ name }) => name)).toContain(operation?.tags?.[0])
    const failures = Object.keys(operation?.responses ?? {}).filter(status => status.startsWith('4'))
    expect(failures.length).toBeGreaterThan(0)
    if (operation?.security === undefined) expect(failures).toEqual(expect.arrayContaining(['401', '403', '429']))
  })

  it('gives every operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation?.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['listFiles', 'getModel', 'deleteAudioVoice']))
  })

  it('tells how to upload a file', () => {
    expect(document.paths['/v1/files']?.post).toMatchObject({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { required: ['purpose'], properties: { file: { format: 'binary' }, url: { type: 'string' } } },
          },
        },
      },
    })
  })
})

function resolve(target: string): unknown {
  const path = target.replace('#/', '').split('/')
  return path.reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], document)
}
