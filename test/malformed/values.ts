import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from './operations.ts'

/** An address that the server may not fetch: nothing here may leave the machine. */
const unreachableUrl = 'http://127.0.0.1:9/nothing'

/** Values that a schema accepts, or nearly: enough of JSON Schema for what our endpoints say. */
export function valuesOf(schema: Schema, root: Schema = schema, depth = 0): Arbitrary<unknown> {
  const inner = (one: unknown) => valuesOf(one as Schema, root, depth + 1)
  if (depth > 12) return fc.constant(null)
  if (typeof schema.$ref === 'string') return inner(follow(schema.$ref, root))
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const branches = schema.oneOf ?? schema.anyOf
  if (Array.isArray(branches)) return fc.oneof(...branches.map(inner))
  if (Array.isArray(schema.allOf)) {
    return fc.tuple(...schema.allOf.map(inner)).map(parts => Object.assign({}, ...(parts as object[])))
  }
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map(type => inner({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(numberOf(schema.minimum, -1000)),
        max: Math.floor(numberOf(schema.maximum, 1000)),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listOf(schema, inner)
    case 'object':
      return objectOf(schema, inner)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf(schema: Schema): Arbitrary<string> {
  if (schema.format === 'uri') return fc.constant(unreachableUrl)
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern))
  const minLength = numberOf(schema.minLength, 0)
  const maxLength = Math.min(numberOf(schema.maxLength, minLength + 20), minLength + 20)
  return fc.string({ minLength, maxLength, unit: fc.constantFrom('a', '7', ' ', 'é', '漢', '"', '\n', '/', '.') })
}

function listOf(schema: Schema, inner: (one: unknown) => Arbitrary<unknown>): Arbitrary<unknown> {
  const minLength = numberOf(schema.minItems, 0)
  const lengths = { minLength, maxLength: Math.min(numberOf(schema.maxItems, minLength + 2), minLength + 2) }
  const item = inner(schema.items ?? {})
  return schema.uniqueItems === true ? fc.uniqueArray(item, lengths) : fc.array(item, lengths)
}

function objectOf(schema: Schema, inner: (one: unknown) => Arbitrary<unknown>): Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const requiredKeys = (schema.required ?? []) as string[]
  return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, inner(one)])), { requiredKeys })
}

function follow(reference: string, root: Schema): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>((at, step) => (at as Schema | undefined)?.[step], root) ?? {}
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
