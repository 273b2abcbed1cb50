import { isObject, isSame, namesIn, type SchemaObject } from './schema-node.ts'

const everyType = ['object', 'array', 'string', 'number', 'boolean', 'null']

/** Whether no value satisfies both, as far as can be seen from their types, values and properties. */
export function areToldApart(one: unknown, other: unknown, depth = 0): boolean {
  if (one === false || other === false) return true
  if (!isObject(one) || !isObject(other) || depth > 8) return false
  const [ownValues, otherValues] = [valuesOf(one), valuesOf(other)]
  if (ownValues && otherValues) return !ownValues.some(value => otherValues.some(candidate => isSame(value, candidate)))
  const [types, otherTypes] = [typesOf(one), typesOf(other)]
  if (!types.some(type => otherTypes.includes(type))) return true
  if (types.length !== 1 || otherTypes.length !== 1) return false
  if (types[0] === 'object') return objectsDiffer(one, other, depth)
  return types[0] === 'number' && (isAbove(one, other) || isAbove(other, one))
}

function objectsDiffer(one: SchemaObject, other: SchemaObject, depth: number): boolean {
  const required = new Set(namesIn(other.required))
  const both = namesIn(one.required).filter(name => required.has(name))
  if (both.some(name => areToldApart(propertyOf(one, name), propertyOf(other, name), depth + 1))) return true
  return lacksRequired(one, other) || lacksRequired(other, one)
}

function lacksRequired(closed: SchemaObject, other: SchemaObject): boolean {
  if (closed.additionalProperties !== false) return false
  const known = isObject(closed.properties) ? closed.properties : {}
  return namesIn(other.required).some(name => !Object.hasOwn(known, name) || known[name] === false)
}

function propertyOf({ properties }: SchemaObject, name: string): unknown {
  return isObject(properties) ? properties[name] : undefined
}

function isAbove(one: SchemaObject, other: SchemaObject): boolean {
  return typeof one.minimum === 'number' && typeof other.maximum === 'number' && one.minimum > other.maximum
}

function valuesOf(schema: SchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

function typesOf(schema: SchemaObject): readonly unknown[] {
  const values = valuesOf(schema)
  const types = values ? values.map(typeOf) : schema.type === undefined ? everyType : [schema.type].flat()
  return types.map(type => (type === 'integer' ? 'number' : type))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
