import { invalid } from '../../core/errors.ts'
import type { GenerationRequest } from '../../core/generation.ts'

type Node = Readonly<Record<string, unknown>>

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const
/** Words whose schemas hold at the same place of the answer as the schema that they are in. */
const alternatives = ['anyOf', 'oneOf', 'allOf'] as const

/** llama.cpp ends its process, and with it everybody's answers, on some schemas that nothing can satisfy: they stop here. */
export function assertEnforceable({ tools, format }: GenerationRequest): void {
  for (const { name, parameters } of tools) {
    const problem = problemIn(parameters, parameters)
    if (problem) throw invalid('tools', `The parameters of the tool "${name}" can't be satisfied: ${problem}.`)
  }
  const problem = format.type === 'json-schema' ? problemIn(format.schema, format.schema) : undefined
  if (problem) throw invalid('response_format', `The schema of "response_format" can't be satisfied: ${problem}.`)
}

function problemIn(value: unknown, root: Node): string | undefined {
  if (Array.isArray(value)) return firstOf(value, item => problemIn(item, root))
  if (!isNode(value)) return undefined
  return ownProblem(value, root) ?? firstOf(Object.values(value), inner => problemIn(inner, root))
}

function ownProblem(schema: Node, root: Node): string | undefined {
  for (const word of [...alternatives, 'enum']) {
    const choices = schema[word]
    if (Array.isArray(choices) && choices.length === 0) return `"${word}" is empty`
  }
  for (const [least, most] of bounds) {
    const [from, to] = [schema[least], schema[most]]
    if (typeof from === 'number' && typeof to === 'number' && from > to) return `"${least}" is above "${most}"`
  }
  if (typeof schema.pattern === 'string' && !isPattern(schema.pattern)) {
    return `the pattern ${JSON.stringify(schema.pattern)} is no regular expression`
  }
  return typeof schema.$ref === 'string' && endsInItself(schema, root, new Set())
    ? `"${schema.$ref}" refers to itself`
    : undefined
}

/** Whether references lead back before anything is written. What was found harmless is not looked at again. */
function endsInItself(schema: unknown, root: Node, above: Set<unknown>, harmless = new Set<unknown>()): boolean {
  if (!isNode(schema) || harmless.has(schema)) return false
  if (above.has(schema)) return true
  above.add(schema)
  const inner = alternatives.flatMap(word => schema[word] ?? [])
  const referred = typeof schema.$ref === 'string' ? [resolve(schema.$ref, root)] : []
  const isCircle = [...inner, ...referred].some(next => endsInItself(next, root, above, harmless))
  above.delete(schema)
  harmless.add(schema)
  return isCircle
}

function resolve(reference: string, root: Node): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = reference.split('/').slice(1)
  return steps.reduce<unknown>(
    (at, step) => (isNode(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  )
}

/** Only read, never run: it may have been made to run for ever. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
