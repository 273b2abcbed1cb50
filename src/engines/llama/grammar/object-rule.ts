import { anyOf, literal, type RuleBook } from './rule-book.ts'
import { countOf, isObject, isSame, namesIn, type SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'
import { keyRule, stringRule } from './string-rule.ts'

/** Writes the rule of a schema within another. */
export type WriteRule = (schema: unknown) => string

/** llama.cpp's own rules let small models wander through line breaks. */
export const gap = '" "?'
const letters = 'abcdefghijklmnopqrstuvwxyz'

interface Property {
  readonly rule: string
  readonly isRequired: boolean
}

export function objectRule(schema: SchemaObject, book: RuleBook, write: WriteRule): string {
  const least = countOf(schema, 'minProperties') ?? 0
  const most = countOf(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY
  if (least > most) throw new SchemaProblem('"minProperties" is above "maxProperties"')
  const properties = propertiesOf(schema, write, least, most)
  if (properties.length > 0) return book.define('object', `"{" ${members(properties, book)} "}"`)
  return freeObject(schema, book, write, least, most)
}

/** Those that are named, in their order; as many of the optional ones are required, or left out, as their number asks. */
function propertiesOf(schema: SchemaObject, write: WriteRule, least: number, most: number): Property[] {
  const named = isObject(schema.properties) ? schema.properties : {}
  const required = new Set(namesIn(schema.required))
  const others = [...required].filter(name => !Object.hasOwn(named, name))
  const all = [...Object.entries(named), ...others.map(name => [name, restOf(schema, name)] as const)]
  const possible = all.filter(([name, value]) => {
    if (value === false && required.has(name))
      throw new SchemaProblem(`"${name}" is required, but nothing may be its value`)
    return value !== false
  })
  if (required.size > most) throw new SchemaProblem('more properties are required than "maxProperties" allows')
  let missing = least - required.size
  let room = most - required.size
  return possible.flatMap(([name, value]) => {
    const isWanted = required.has(name)
    if (!isWanted && room <= 0) return []
    if (!isWanted) room -= 1
    const isRequired = isWanted || missing > 0
    if (!isWanted) missing -= 1
    return [{ isRequired, rule: `${literal(`${JSON.stringify(name)}:`)} ${gap} ${write(value)}` }]
  })
}

/** What a property has to be that is required but not described. */
function restOf(schema: SchemaObject, name: string): unknown {
  if (isObject(schema.patternProperties))
    throw new SchemaProblem(`"${name}" is required, but described by a pattern only`)
  return schema.additionalProperties ?? true
}

function members(properties: readonly Property[], book: RuleBook): string {
  const tails: string[] = ['""']
  for (const { rule, isRequired } of properties.slice(1).toReversed()) {
    const next = tails[0] === '""' ? '' : ` ${tails[0]}`
    const own = `"," ${gap} ${rule}`
    tails.unshift(book.define('rest', `${isRequired ? own : `(${own})?`}${next}`))
  }
  const starts: string[] = []
  for (const [index, { rule, isRequired }] of properties.entries()) {
    starts.push(`${rule} ${tails[index] ?? '""'}`)
    if (isRequired) return anyOf([book.define('members', starts.join(' | '))])
  }
  return `(${book.define('members', starts.join(' | '))})?`
}

/** Keys are free: a map. */
function freeObject(schema: SchemaObject, book: RuleBook, write: WriteRule, least: number, most: number): string {
  const { key, value } = entryOf(schema, book, write)
  if (value === undefined || most === 0) {
    if (least > 0) throw new SchemaProblem(`${least} properties are asked for and none is allowed`)
    return '"{}"'
  }
  if (least > 1) return distinctKeys(schema, book, value, least)
  const entry = book.define('entry', `${key} ":" ${gap} ${value}`)
  const more = book.repeat(book.define('more', `"," ${gap} ${entry}`), 0, most - 1)
  const entries = `${entry} ${more}`
  return book.define('map', `"{" ${least === 1 ? entries : `(${entries})?`} "}"`)
}

function entryOf(schema: SchemaObject, book: RuleBook, write: WriteRule): { key: string; value: string | undefined } {
  const [pattern] = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : []
  if (pattern) return { key: stringRule({ pattern: pattern[0] }, book), value: write(pattern[1]) }
  // An object without properties that is described as such is meant to be empty.
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties ?? !isObject(schema.properties)
  const names = schema.propertyNames
  const listed = isObject(names) && Array.isArray(names.enum) ? names.enum : undefined
  const key = listed ? anyOf(listed.map(name => literal(JSON.stringify(name)))) : keyRule(names, book)
  // A key that is written twice counts once.
  if (listed && listed.length === 0) return { key, value: undefined }
  return { key, value: rest === false ? undefined : write(rest) }
}

/** Each begins with another letter. */
function distinctKeys(schema: SchemaObject, book: RuleBook, value: string, count: number): string {
  if (schema.propertyNames !== undefined && !isSame(schema.propertyNames, { type: 'string' })) {
    throw new SchemaProblem('"minProperties" with "propertyNames" can\'t be enforced')
  }
  if (schema.patternProperties !== undefined || count > letters.length) {
    throw new SchemaProblem(`"minProperties" of ${count} can't be enforced`)
  }
  const entries = [...letters.slice(0, count)].map(letter => {
    const key = stringRule({ pattern: `^${letter}[a-z_]{0,20}$` }, book)
    return `${key} ":" ${gap} ${value}`
  })
  return book.define('map', `"{" ${entries.join(` "," ${gap} `)} "}"`)
}
