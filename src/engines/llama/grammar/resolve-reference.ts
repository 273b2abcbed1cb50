import { isObject, type SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'

export function resolveReference(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) throw new SchemaProblem(`"${reference}" refers to elsewhere`)
  const found = reference.split('/').slice(1).reduce(stepInto, root)
  if (found === undefined) throw new SchemaProblem(`"${reference}" refers to nothing`)
  return found
}

function stepInto(at: unknown, step: string): unknown {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  if (!isObject(at) && !Array.isArray(at)) return undefined
  return Object.hasOwn(at, name) ? (at as SchemaObject)[name] : undefined
}
