import { Ajv, type ErrorObject } from 'ajv'
import type { Static, TSchema } from 'typebox'
import type { Report } from './config-error.ts'
import { formats } from './formats.ts'
import { reportSchemaError } from './schema-problems.ts'
import { pointerKeys, type Tree } from './tree.ts'

/** Gives the value when it fits its schema; else reports what is wrong with it. */
export type Checker<Value> = (tree: Tree, pointer: string, value: unknown, report: Report) => Value | undefined

const ajv = new Ajv({ allErrors: true, verbose: true, formats })
// `accepts` says in words what fits, for messages; a `secret` is never shown in one; of `exclusive` keys only one may be given.
ajv.addVocabulary(['accepts', 'secret'])
ajv.addKeyword({
  keyword: 'exclusive',
  type: 'object',
  validate: (keys: readonly string[], map: object) => keys.filter(key => Object.hasOwn(map, key)).length < 2,
})

export function checkerOf<Schema extends TSchema>(schema: Schema): Checker<Static<Schema>> {
  const validate = ajv.compile<Static<Schema>>(schema)

  return (tree, pointer, given, report) => {
    // Held in a one-entry map so that the value itself can be replaced like any value inside it.
    const holder = { value: given }
    if (validate(holder.value)) return holder.value
    if (adapt(holder, tree, pointer, validate.errors ?? []) && validate(holder.value)) return holder.value

    for (const error of tellingErrors(validate.errors ?? [])) reportSchemaError(error, tree, pointer, report)
    return undefined
  }
}

/**
 * Two things fit although the schema says no: an empty map, which YAML reads as nothing,
 * and a number or boolean that a variable brought, since variables hold only text.
 */
function adapt(holder: { value: unknown }, tree: Tree, pointer: string, errors: readonly ErrorObject[]): boolean {
  let changed = false
  for (const { keyword, params, instancePath, data } of errors) {
    if (keyword !== 'type') continue
    const fromVariable = tree.spots.get(pointer + instancePath)?.template !== undefined
    const adapted =
      data === null && params.type === 'object' ? {} : fromVariable ? fromText(data, params.type) : undefined
    if (adapted === undefined) continue
    replaceAt(holder, instancePath, adapted)
    changed = true
  }
  return changed
}

function fromText(text: unknown, type: unknown): number | boolean | undefined {
  if (typeof text !== 'string') return undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type !== 'number' && type !== 'integer') return undefined
  return /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(text) ? Number(text) : undefined
}

function replaceAt(holder: { value: unknown }, instancePath: string, value: unknown): void {
  const keys = ['value', ...pointerKeys(instancePath)]
  const last = keys.pop() ?? 'value'
  let parent = holder as Record<string, unknown>
  for (const key of keys) parent = parent[key] as Record<string, unknown>
  parent[last] = value
}

/** Of a choice between shapes, the errors of the one shape that was meant; when that is unclear, the choice's own error. */
function tellingErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  let told = [...errors]
  for (const choice of errors) {
    if (choice.keyword !== 'anyOf') continue
    const prefix = `${choice.schemaPath}/`
    const branchOf = (error: ErrorObject) => error.schemaPath.slice(prefix.length).split('/')[0] ?? ''
    const inside = told.filter(error => error.schemaPath.startsWith(prefix))
    const otherKind = new Set(
      inside
        .filter(error => error.instancePath === choice.instancePath && ['type', 'const'].includes(error.keyword))
        .map(branchOf),
    )
    const meant = inside.filter(error => !otherKind.has(branchOf(error)))
    const drop = new Set(new Set(meant.map(branchOf)).size === 1 ? [choice, ...inside] : inside)
    for (const error of drop.has(choice) ? meant : []) drop.delete(error)
    told = told.filter(error => !drop.has(error))
  }
  return told
}
