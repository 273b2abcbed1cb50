import { type ErrorCode, PlatformError } from '../core/errors.ts'
import type { Dress, DressFor } from './dress.ts'
import type { Components, Operation, Response, Schema } from './openapi-document.ts'
import { statusOf } from './status.ts'

interface SharedError {
  readonly code: ErrorCode
  readonly description: string
  readonly message: string
  readonly headers?: Response['headers']
}

/** What any call with a key may meet. */
const sharedErrors: readonly SharedError[] = [
  {
    code: 'invalid_api_key',
    description: 'The key is missing or wrong.',
    message: 'Incorrect API key provided',
  },
  {
    code: 'quota_exceeded',
    description: 'The key has used its quota of this month.',
    message: 'This key has used its 1000 requests of this month.',
  },
  {
    code: 'permission_denied',
    description: 'The scopes of the key do not cover this endpoint.',
    message: 'This key may not use "files"; its scopes are chat, models.',
  },
  {
    code: 'rate_limited',
    description: 'Too many requests for this key.',
    message: 'This key may make 60 requests a minute.',
    headers: { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  },
]

export interface DocumentedErrors {
  /** Filled as operations are worked on; only what one of them needs. */
  readonly components: Components
  addTo(path: string, operation: Operation): void
}

/** Bodies come from the dress itself, so that what is documented is what is sent. Each dialect's are written once. */
export function documentErrors(dressFor: DressFor): DocumentedErrors {
  const components: Components = { schemas: {}, responses: {} }
  const dialects = new Map<Dress, string>([[dressFor(''), '']])

  return {
    components,
    addTo(path, operation) {
      const dress = dressFor(path)
      const dialect = dialects.get(dress) ?? capitalised(operation.tags?.[0] ?? '')
      dialects.set(dress, dialect)
      components.schemas[`${dialect}Error`] ??= shapeOf(sample(dress, 'request_params_invalid', ''))
      const schema = { $ref: `#/components/schemas/${dialect}Error` }

      for (const [status, response] of Object.entries(operation.responses)) {
        if (status >= '400') response.content = { 'application/json': { schema } }
      }
      if (operation.security?.length === 0) return
      for (const { code, description, message, headers } of sharedErrors) {
        const name = dialect + code.split('_').map(capitalised).join('')
        const content = { 'application/json': { schema, example: sample(dress, code, message) } }
        components.responses[name] ??= { description, ...(headers && { headers }), content }
        operation.responses[statusOf[code]] ??= { $ref: `#/components/responses/${name}` }
      }
    },
  }
}

function sample(dress: Dress, code: ErrorCode, message: string): unknown {
  return dress(new PlatformError(code, message), 'req_0123456789abcdef').body
}

/** All that errors hold is text; what is null in this one may be text in another. */
function shapeOf(value: unknown): Schema {
  if (value === null) return { type: ['string', 'null'] }
  if (typeof value !== 'object') return { type: 'string' }
  const properties = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
  return { type: 'object', properties, required: Object.keys(value) }
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
