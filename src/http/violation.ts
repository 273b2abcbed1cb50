import type { ErrorObject } from 'ajv'
import { PlatformError } from '../core/errors.ts'

/** One clear sentence from a validator's list: which field, what is accepted, what was sent. */
export function describeViolation(errors: readonly ErrorObject[], place: string): PlatformError {
  const chosen = mostTelling(errors)
  const first = chosen[0]
  if (!first) return new PlatformError('request_params_invalid', `The ${place} is not valid.`)
  const param = fieldOf(first)
  const name = param === '' ? `The ${place}` : `"${param}"`
  const sent = first.keyword === 'required' ? '' : ` (got ${preview(valueAt(first))})`
  const message = `${name} ${demandOf(chosen)}${sent}.`
  return new PlatformError('request_params_invalid', message, param === '' ? {} : { param })
}

/** Of a union's branches the one that got furthest is the one that was meant. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject[] {
  const leaves = errors.filter(
    error => error.keyword !== 'anyOf' && error.keyword !== 'oneOf' && error.keyword !== 'if',
  )
  const depth = Math.max(...leaves.map(depthOf))
  const deepest = leaves.filter(error => depthOf(error) === depth)
  const notTypes = deepest.filter(error => error.keyword !== 'type' && error.keyword !== 'const')
  // Where one branch fits the type and breaks a rule, the rule is what the caller needs to hear.
  const telling = notTypes.length > 0 ? notTypes.slice(0, 1) : deepest
  return telling.filter(error => error.instancePath === telling[0]?.instancePath)
}

function depthOf(error: ErrorObject): number {
  const own = error.instancePath.split('/').length
  return error.keyword === 'required' || error.keyword === 'discriminator' ? own + 1 : own
}

/** `/messages/0/content` → `messages[0].content`. */
function fieldOf(error: ErrorObject): string {
  const segments = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (error.keyword === 'required') segments.push(String(error.params.missingProperty))
  if (error.keyword === 'discriminator') segments.push(String(error.params.tag))
  if (error.keyword === 'additionalProperties') segments.push(String(error.params.additionalProperty))
  return segments.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`
    return path === '' ? part : `${path}.${part}`
  }, '')
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

function demandOf(errors: readonly ErrorObject[]): string {
  const [error] = errors
  if (!error) return 'is not valid'
  const { keyword, params } = error
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
    case 'const':
      return `must be ${listOf(errors.flatMap(acceptedBy))}`
    case 'enum':
      return `must be one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}`
    case 'discriminator':
      return params.error === 'tag' ? 'must be a string' : `must be one of ${tagsOf(error).join(', ')}`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'exclusiveMinimum':
      return `must be greater than ${params.limit}`
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'item' : 'items'}`
    case 'maxItems':
      return `must have at most ${params.limit} items`
    case 'uniqueItems':
      return 'must not hold the same item twice'
    case 'pattern':
      return typeof error.parentSchema?.description === 'string'
        ? `must be ${error.parentSchema.description}`
        : `must match ${params.pattern}`
    case 'additionalProperties':
      return 'is not a known field'
    default:
      return error.message ?? 'is not valid'
  }
}

const articles: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

function acceptedBy({ keyword, params }: ErrorObject): string[] {
  if (keyword === 'const') return [JSON.stringify(params.allowedValue)]
  return [params.type].flat().map((type: string) => articles[type] ?? type)
}

function listOf(words: string[]): string {
  const unique = [...new Set(words)]
  const last = unique.pop() ?? 'something else'
  return unique.length === 0 ? last : `${unique.join(', ')} or ${last}`
}

function tagsOf({ parentSchema, params }: ErrorObject): string[] {
  const branches: { properties?: Record<string, { const?: unknown; enum?: unknown[] }> }[] =
    parentSchema?.oneOf ?? parentSchema?.anyOf ?? []
  return branches
    .flatMap(branch => branch.properties?.[params.tag]?.enum ?? [branch.properties?.[params.tag]?.const])
    .map(value => JSON.stringify(value))
}

/** A wrong tag is reported on the object that holds it. */
function valueAt({ keyword, params, data }: ErrorObject): unknown {
  return keyword === 'discriminator' ? params.tagValue : data
}

function preview(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
