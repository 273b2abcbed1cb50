import fc, { type Arbitrary } from 'fast-check'
import { badJson } from './bodies.ts'
import { badForm } from './forms.ts'
import type { Operation } from './operations.ts'
import type { WireRequest } from './send.ts'
import { badQuery, oddPath, plainPath } from './targets.ts'
import { valuesOf } from './values.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const contentTypes = [
  '',
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'json',
  ';;;',
]
const nearlyJson = [
  'application/jsonx',
  'application/json/x',
  'application/json-seq',
  'application/ld+json',
  'image/png',
]
const unknownPaths = [
  '/',
  '/v1',
  '/v2/files',
  '/v1/messages',
  '/v1/audio/music',
  '/v1/nothing',
  '//',
  '/v1//files',
  '/v1/files/',
]
const keys = [
  '',
  'Bearer',
  'Bearer wrong',
  'Bearer  ',
  'Basic YTpi',
  'Bearer a b',
  `Bearer ${'k'.repeat(5_000)}`,
  'wrong',
]

/** Every way to get a request wrong, over every endpoint. */
export function badRequests(operations: readonly Operation[], key: string): Arbitrary<WireRequest> {
  const authorization = `Bearer ${key}`
  const over = (chosen: readonly Operation[], make: (operation: Operation) => Arbitrary<Partial<WireRequest>>) =>
    fc.oneof(
      ...chosen.map(operation =>
        make(operation).map(part => ({
          method: operation.method,
          target: plainPath(operation),
          headers: { authorization },
          body: Buffer.alloc(0),
          refused: false,
          ...part,
        })),
      ),
    )
  const withBody = operations.filter(({ body }) => body)
  const withParameters = operations.filter(({ path }) => path.includes('{'))

  return fc.oneof(
    { weight: 10, arbitrary: over(withBody, operation => badBody(operation, authorization)) },
    {
      weight: 1,
      arbitrary: over(withBody, ({ body }) =>
        fc.constantFrom(...contentTypes, ...nearlyJson).map(type => ({
          headers: { authorization, ...(type !== '' && { 'content-type': type }) },
          body: Buffer.from('{}'),
          refused: body !== undefined,
        })),
      ),
    },
    {
      weight: 2,
      arbitrary: over(operations, operation =>
        badQuery(operation).map(({ text, refused }) => ({ target: `${plainPath(operation)}?${text}`, refused })),
      ),
    },
    { weight: 2, arbitrary: over(withParameters, operation => oddPath(operation).map(target => ({ target }))) },
    {
      weight: 1,
      arbitrary: over(operations, ({ path }) => {
        const known = operations.filter(one => one.path === path).map(({ method }) => method)
        return fc
          .constantFrom(...methods.filter(method => !known.includes(method)))
          .map(method => ({ method, refused: true }))
      }),
    },
    {
      weight: 1,
      arbitrary: over(operations, () =>
        fc.constantFrom(...unknownPaths).map(target => ({ target, body: Buffer.from('{'), refused: true })),
      ),
    },
    {
      weight: 1,
      arbitrary: over(
        operations.filter(({ needsKey }) => needsKey),
        () => fc.constantFrom(...keys).map(authorization => ({ headers: { authorization }, refused: true })),
      ),
    },
  )
}

function badBody({ body }: Operation, authorization: string): Arbitrary<Partial<WireRequest>> {
  if (!body) return fc.constant({})
  const { contentType, schema } = body
  if (contentType === 'application/json') {
    return badJson(schema).map(({ bytes, refused }) => ({
      headers: { authorization, 'content-type': contentType },
      body: bytes,
      refused,
    }))
  }
  return badForm(schema, valuesOf(schema)).map(form => ({
    headers: { authorization, 'content-type': form.contentType },
    body: form.bytes,
    refused: form.refused,
  }))
}
