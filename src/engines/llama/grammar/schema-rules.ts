import { arrayRule } from './array-rule.ts'
import { mergeSchemas } from './merge-schemas.ts'
import { numberRule } from './number-rule.ts'
import { objectRule } from './object-rule.ts'
import { resolveReference } from './resolve-reference.ts'
import { anyOf, type RuleBook } from './rule-book.ts'
import { isObject, type SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'
import { stringRule } from './string-rule.ts'
import { areToldApart } from './told-apart.ts'
import { valuesRule } from './values-rule.ts'

/** Words that a grammar has no way to keep. */
const unenforceable = [
  'not',
  'if',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  '$dynamicRef',
  '$recursiveRef',
]
/** Words that say nothing of the value. */
const remarks = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'discriminator'],
  ...['$schema', '$id', '$comment', '$defs', 'definitions'],
])
const depthAtMost = 200
/** Words by which the type of a value is told where it is not named. */
const typicalWords = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
] as const

/** Adds the rules of a schema to a book; gives the name of the one that holds an answer to it. */
export function schemaRule(root: unknown, book: RuleBook): string {
  const references = new Map<string, string>()
  let depth = 0

  /** `open` are the references that are being followed and have written nothing yet. */
  function write(schema: unknown, open: ReadonlySet<string> = new Set()): string {
    depth += 1
    if (depth > depthAtMost) throw new SchemaProblem(`it is nested more than ${depthAtMost} deep`)
    try {
      return writeSchema(schema, open)
    } finally {
      depth -= 1
    }
  }

  function writeSchema(schema: unknown, open: ReadonlySet<string>): string {
    if (schema === false) throw new SchemaProblem('nothing satisfies "false"')
    if (!isObject(schema)) return anyValue()
    for (const word of unenforceable) {
      if (Object.hasOwn(schema, word)) throw new SchemaProblem(`"${word}" can't be enforced`)
    }
    if (typeof schema.$ref === 'string') return writeReference(schema, schema.$ref, open)
    if (schema.allOf !== undefined) return write(allOf(schema, open), open)
    if (Object.hasOwn(schema, 'const')) return valuesRule([schema.const], schema)
    if (schema.enum !== undefined) return valuesRule(listOf(schema, 'enum'), schema)
    for (const word of ['anyOf', 'oneOf'] as const) {
      if (schema[word] !== undefined) return writeChoices(schema, word, open)
    }
    const types = schema.type === undefined ? typeByWords(schema) : [schema.type].flat()
    if (types.length === 0) return anyValue()
    return anyOf(types.map(type => writeType(schema, type)))
  }

  function writeType(schema: SchemaObject, type: unknown): string {
    switch (type) {
      case 'object':
        return objectRule(schema, book, inner => write(inner))
      case 'array':
        return arrayRule(schema, book, inner => write(inner))
      case 'string':
        return stringRule(schema, book)
      case 'integer':
        return book.define('integer', numberRule(schema, true))
      case 'number':
        return book.define('number', numberRule(schema, false))
      case 'boolean':
        return '("true" | "false")'
      case 'null':
        return '"null"'
      default:
        throw new SchemaProblem(`${JSON.stringify(type)} is no type`)
    }
  }

  function writeReference(schema: SchemaObject, reference: string, open: ReadonlySet<string>): string {
    if (open.has(reference)) throw new SchemaProblem(`"${reference}" refers to itself`)
    const { $ref, ...rest } = schema
    const target = resolve(reference)
    const following = new Set([...open, reference])
    // What stands beside a reference holds as well.
    if (Object.keys(rest).some(word => !remarks.has(word)))
      return write(mergeSchemas(flat(target, following), rest), following)
    const known = references.get(reference)
    if (known !== undefined) return known
    const name = book.reserve('ref')
    references.set(reference, name)
    book.fill(name, write(target, following))
    return name
  }

  function resolve(reference: string): unknown {
    return resolveReference(reference, root)
  }

  /** Without a reference or "allOf" at its head, so that it can be merged. */
  function flat(schema: unknown, open: ReadonlySet<string>): unknown {
    if (!isObject(schema)) return schema
    if (typeof schema.$ref === 'string') {
      if (open.has(schema.$ref)) throw new SchemaProblem(`"${schema.$ref}" refers to itself`)
      const { $ref, ...rest } = schema
      return mergeSchemas(flat(resolve($ref as string), new Set([...open, schema.$ref])), rest)
    }
    return schema.allOf === undefined ? schema : allOf(schema, open)
  }

  function allOf(schema: SchemaObject, open: ReadonlySet<string>): unknown {
    const { allOf: parts, ...rest } = schema
    return listOf(schema, 'allOf').reduce((merged, part) => mergeSchemas(merged, flat(part, open)), rest as unknown)
  }

  function writeChoices(schema: SchemaObject, word: 'anyOf' | 'oneOf', open: ReadonlySet<string>): string {
    const { [word]: _, ...rest } = schema
    const choices = listOf(schema, word)
    const isBare = Object.keys(rest).every(key => remarks.has(key))
    const merged = isBare ? choices : choices.map(choice => mergeSchemas(flat(choice, open), rest))
    if (word === 'oneOf') assertToldApart(merged.map(choice => flat(choice, open)))
    const possible = merged.filter(choice => choice !== false)
    if (possible.length === 0) throw new SchemaProblem(`nothing satisfies its "${word}"`)
    return book.define('choice', anyOf([...new Set(possible.map(choice => write(choice, open)))]))
  }

  function assertToldApart(choices: readonly unknown[]): void {
    for (const [index, choice] of choices.entries()) {
      if (choices.slice(index + 1).some(other => !areToldApart(choice, other))) {
        throw new SchemaProblem('a value may satisfy more than one choice of its "oneOf" ("anyOf" can be enforced)')
      }
    }
  }

  function anyValue(): string {
    const known = references.get('any')
    if (known !== undefined) return known
    const name = book.reserve('any')
    references.set('any', name)
    const types = ['object', 'array', 'string', 'number', 'boolean', 'null']
    book.fill(name, anyOf(types.map(type => writeType({}, type))))
    return name
  }

  return write(root)
}

function listOf(schema: SchemaObject, word: string): readonly unknown[] {
  const list = schema[word]
  if (!Array.isArray(list)) throw new SchemaProblem(`"${word}" is no list`)
  if (list.length === 0) throw new SchemaProblem(`"${word}" is empty`)
  return list
}

function typeByWords(schema: SchemaObject): readonly string[] {
  const found = typicalWords.find(([, words]) => words.some(word => Object.hasOwn(schema, word)))
  return found ? [found[0]] : []
}
