import type { JsonSchema } from '../../../src/core/generation.ts'
import { publicSchemas } from './public-schemas.ts'
import { randomNumbers } from './random-numbers.ts'

const words = ['red', 'green', 'blue', 'north', 'south', 'small', 'large', 'café', '"quoted"', 'a\\b', '東京']
const names = ['id', 'name', 'count', 'price', 'tags', 'kind', 'note', 'size', 'city', 'when', 'a b', 'größe']
const patterns = [
  '^[A-Z]{2}-[0-9]{3}$',
  '^(foo|bar|baz)$',
  '^[a-z]+$',
  '^\\d{1,3}(\\.\\d{1,2})?$',
  '^#[0-9a-fA-F]{6}$',
  '^\\+?[1-9]\\d{6,9}$',
  '^v\\d\\.\\d\\.\\d$',
  '^[^\\s@]{1,5}@[^\\s@]{1,5}\\.com$',
  '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
  '^"[^"]{0,4}"$',
  '[0-9]$',
  '^(ab){1,3}c?$',
]
const formats = ['date', 'time', 'date-time', 'email', 'uuid', 'ipv4', 'ipv6', 'uri', 'hostname', 'duration']

/** Schemas of the kinds that people write: those of the public, and as many more as are wanted, made up. */
export function manySchemas(count: number): JsonSchema[] {
  const random = randomNumbers(7)
  const below = (limit: number) => Math.floor(random() * limit)
  const one = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('an empty list')
    return found
  }
  const some = (list: readonly string[], least: number) =>
    list
      .filter(() => random() < 0.4)
      .concat(list.slice(0, least))
      .slice(0, 4)
  const distinct = (list: readonly string[]) => [...new Set(list)]

  function leaf(): JsonSchema {
    return one<() => JsonSchema>([
      () => ({ type: 'string', maxLength: 1 + below(10) }),
      () => ({ type: 'string', minLength: 2, maxLength: 6 }),
      () => ({ type: 'string', enum: distinct(some(words, 1)) }),
      () => ({ enum: [1, 'two', null, true, 3.5] }),
      () => ({ const: one([42, 'fixed', null, false, words[8], { a: [1] }]) }),
      () => ({ type: 'integer', minimum: below(50) - 25, maximum: 30 + below(5000) }),
      () => ({ type: 'integer', exclusiveMinimum: below(9), exclusiveMaximum: 12 + below(900) }),
      () => ({ type: 'integer', multipleOf: one([2, 5, 10, 25]), minimum: 0, maximum: 1000 }),
      () => ({ type: 'number', minimum: -1.5, maximum: 2.5 }),
      () => ({ type: 'number', exclusiveMinimum: 0, maximum: 1 }),
      () => ({ type: 'number', minimum: 0.1, maximum: 0.4 }),
      () => ({ type: 'boolean' }),
      () => ({ type: ['string', 'null'], maxLength: 5 }),
      () => ({ type: ['integer', 'null'], minimum: 1, maximum: 9 }),
      () => ({ type: 'string', pattern: one(patterns), maxLength: 14 }),
      () => ({ type: 'string', format: one(formats) }),
    ])()
  }

  function nested(depth: number): JsonSchema {
    if (depth === 0) return leaf()
    return one<() => JsonSchema>([
      () => object(depth),
      () => object(depth),
      () => ({ type: 'array', items: nested(depth - 1), minItems: below(2), maxItems: 1 + below(3) }),
      () => ({ type: 'array', items: { enum: distinct(some(words, 3)) }, uniqueItems: true, minItems: 1, maxItems: 3 }),
      () => ({ type: 'array', prefixItems: [leaf(), leaf()], items: false, minItems: 2, maxItems: 2 }),
      () => ({ anyOf: [leaf(), { type: 'null' }] }),
      () => ({ oneOf: [choice('circle', depth), choice('square', depth)] }),
      () => ({
        allOf: [
          { ...object(depth), additionalProperties: true },
          { type: 'object', properties: { extra: leaf() }, required: ['extra'] },
        ],
      }),
      () => ({ type: 'object', additionalProperties: leaf(), maxProperties: 2 }),
      () => ({
        type: 'object',
        patternProperties: { '^x-[a-z]{1,4}$': leaf() },
        additionalProperties: false,
        maxProperties: 2,
      }),
    ])()
  }

  function object(depth: number): JsonSchema {
    const chosen = distinct(some(names, 1))
    return {
      type: 'object',
      properties: Object.fromEntries(chosen.map(name => [name, nested(depth - 1)])),
      required: chosen.filter(() => random() < 0.7),
      ...(random() < 0.6 && { additionalProperties: false }),
    }
  }

  function choice(kind: string, depth: number): JsonSchema {
    return {
      type: 'object',
      properties: { kind: { const: kind }, value: nested(depth - 1) },
      required: ['kind', 'value'],
      additionalProperties: false,
    }
  }

  function withDefinitions(): JsonSchema {
    const [shared, other] = [object(1), leaf()]
    return {
      type: 'object',
      properties: { first: { $ref: '#/$defs/shared' }, second: { $ref: '#/$defs/other', description: 'too' } },
      required: ['first', 'second'],
      additionalProperties: false,
      $defs: { shared, other },
    }
  }

  const made = Array.from({ length: Math.max(0, count - publicSchemas.length) }, (_, index) =>
    index % 7 === 0 ? withDefinitions() : object(1 + (index % 2)),
  )
  return [...publicSchemas, ...made]
}
