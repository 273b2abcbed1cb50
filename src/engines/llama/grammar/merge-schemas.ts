import { isObject, isSame, namesIn, type SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'

const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
/** What says nothing of the value. */
const remarks = new Set(['title', 'description', 'default', 'examples', '$comment', '$schema', '$id', 'deprecated'])

/** What satisfies both. */
export function mergeSchemas(one: unknown, other: unknown): unknown {
  if (one === false || other === false) return false
  if (!isObject(one)) return other
  if (!isObject(other)) return one
  const merged: Record<string, unknown> = { ...one }
  for (const [word, value] of Object.entries(other)) {
    merged[word] = Object.hasOwn(merged, word) ? mergeWord(word, merged[word], value) : value
  }
  closeProperties(one, other, merged)
  return merged
}

function mergeWord(word: string, one: unknown, other: unknown): unknown {
  if (remarks.has(word) || isSame(one, other)) return one
  if (lower.has(word)) return Math.max(Number(one), Number(other))
  if (upper.has(word)) return Math.min(Number(one), Number(other))
  switch (word) {
    case 'type':
      return sharedTypes([one].flat(), [other].flat())
    case 'enum':
      return shared(one, other)
    case 'required':
      return [...new Set([...namesIn(one), ...namesIn(other)])]
    case 'properties':
    case '$defs':
    case 'definitions':
      return mergeNamed(one, other)
    case 'items':
    case 'additionalProperties':
    case 'propertyNames':
      return mergeSchemas(one, other)
    case 'allOf':
      return [...asArray(one), ...asArray(other)]
    case 'anyOf':
    case 'oneOf':
    case '$ref':
      // Both hold: the second is looked at by itself.
      throw new SchemaProblem(`"${word}" twice in an "allOf" can't be enforced`)
    case 'uniqueItems':
      return one === true || other === true
    default:
      throw new SchemaProblem(`two values of "${word}" in an "allOf" can't be enforced`)
  }
}

function sharedTypes(one: readonly unknown[], other: readonly unknown[]): unknown {
  const types = one.flatMap(type => {
    if (other.includes(type)) return [type]
    if (type === 'number' && other.includes('integer')) return ['integer']
    return type === 'integer' && other.includes('number') ? ['integer'] : []
  })
  if (types.length === 0) throw new SchemaProblem('the types of an "allOf" exclude each other')
  return types.length === 1 ? types[0] : types
}

function shared(one: unknown, other: unknown): unknown[] {
  return asArray(one).filter(value => asArray(other).some(candidate => isSame(value, candidate)))
}

function mergeNamed(one: unknown, other: unknown): SchemaObject {
  const merged: Record<string, unknown> = isObject(one) ? { ...one } : {}
  for (const [name, value] of Object.entries(isObject(other) ? other : {})) {
    merged[name] = Object.hasOwn(merged, name) ? { allOf: [merged[name], value] } : value
  }
  return merged
}

/** A side that allows no other properties forbids those of the other side too. */
function closeProperties(one: SchemaObject, other: SchemaObject, merged: Record<string, unknown>): void {
  for (const [closed, open] of [
    [one, other],
    [other, one],
  ] as const) {
    if (closed.additionalProperties !== false || !isObject(open.properties)) continue
    const allowed = isObject(closed.properties) ? closed.properties : {}
    const properties = isObject(merged.properties) ? { ...merged.properties } : {}
    for (const name of Object.keys(open.properties)) if (!Object.hasOwn(allowed, name)) properties[name] = false
    merged.properties = properties
  }
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
