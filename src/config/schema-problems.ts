import type { ErrorObject } from 'ajv'
import type { Report } from './config-error.ts'
import { suggestion } from './nearest.ts'
import { kindOf, showText, showValue } from './show.ts'
import { pointerTo, problemAt, problemWithin, type Tree } from './tree.ts'

interface SchemaNode {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, SchemaNode>>
  /** What fits, in words. */
  readonly accepts?: string
  readonly secret?: boolean
  readonly exclusive?: readonly string[]
}

/** Says what the validator found, as: what was given; what is accepted. */
export function reportSchemaError(error: ErrorObject, tree: Tree, base: string, report: Report): void {
  const schema = error.parentSchema as SchemaNode
  const pointer = base + error.instancePath
  if (tree.spots.get(pointer)?.reported) return

  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty)
    report(problemAt(tree, pointerTo(pointer, key), 'key', unknownKey(key, schema)))
    return
  }
  if (error.keyword === 'required') {
    const key = String(error.params.missingProperty)
    const accepted = acceptedBy(schema.properties?.[key] ?? {})
    report(problemWithin(tree, pointer, key, `missing; accepted: ${accepted}`))
    return
  }
  if (error.keyword === 'exclusive') {
    const [first = '', second = ''] = (schema.exclusive ?? []).filter(key => Object.hasOwn(Object(error.data), key))
    report(problemAt(tree, pointerTo(pointer, second), 'key', `given beside "${first}"; accepted: one of the two`))
    return
  }
  const words = Array.isArray(schema.enum) && typeof error.data === 'string' ? schema.enum.map(String) : []
  const hint = words.length > 0 ? suggestion(String(error.data), words) : ''
  const message = `${whatWasGiven(error, schema, tree, pointer)};${hint} accepted: ${acceptedBy(schema)}`
  report(problemAt(tree, pointer, 'value', message))
}

function unknownKey(key: string, schema: SchemaNode): string {
  if (schema.properties === undefined) return `this name is not accepted; accepted: ${acceptedBy(schema)}`
  const keys = Object.keys(schema.properties)
  return `unknown key;${suggestion(key, keys)} accepted: ${keys.join(', ')}`
}

function whatWasGiven(error: ErrorObject, schema: SchemaNode, tree: Tree, pointer: string): string {
  const { keyword, params, data } = error
  if (data === null) return 'nothing is given'
  if (keyword === 'uniqueItems') return `entries ${Number(params.i) + 1} and ${Number(params.j) + 1} are the same`
  if (['minItems', 'maxItems', 'maxProperties'].includes(keyword)) {
    return `${kindOf(data)} of ${Object.keys(Object(data)).length} is not accepted`
  }
  if (typeof data === 'object') return `${kindOf(data)} is not accepted`
  if (keyword === 'type' && params.type === 'string') return `${kindOf(data)} without quotes is not accepted`
  const template = tree.spots.get(pointer)?.template
  if (schema.secret) {
    return `the value${template === undefined ? '' : ' of a variable'} (not shown here) is not accepted`
  }
  // What a variable holds may be a secret wherever it is used; the file's own text says enough.
  if (template !== undefined) return `${showText(template)} holds a value that is not accepted`
  return `${showValue(data)} is not accepted`
}

function acceptedBy(schema: SchemaNode): string {
  if (schema.accepts !== undefined) return schema.accepts
  if (schema.enum !== undefined) return schema.enum.join(', ')
  if (schema.type === 'integer') return `a whole number from ${schema.minimum} to ${schema.maximum}`
  if (schema.type === 'number') return `a number from ${schema.minimum} to ${schema.maximum}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'object') return `a map with the keys ${Object.keys(schema.properties ?? {}).join(', ')}`
  return kindOf(schema.type === 'array' ? [] : '')
}
