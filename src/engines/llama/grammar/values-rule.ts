import { anyOf, literal } from './rule-book.ts'
import { isObject, type SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'

/** One of these values, of those that are of the type of the schema. */
export function valuesRule(all: readonly unknown[], { type }: SchemaObject): string {
  const types = type === undefined ? undefined : [type].flat()
  const possible = all.filter(value => types === undefined || types.some(name => isOfType(value, name)))
  if (possible.length === 0) throw new SchemaProblem('none of its values is of its type')
  return anyOf(possible.map(value => literal(JSON.stringify(value))))
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}
