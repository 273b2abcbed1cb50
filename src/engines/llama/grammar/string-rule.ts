import { characterRule, complement } from './code-points.ts'
import { fitPattern } from './fit-pattern.ts'
import { formatPatterns } from './format-patterns.ts'
import type { Lengths, Pattern } from './pattern.ts'
import { readPattern } from './read-pattern.ts'
import { anyOf, type RuleBook } from './rule-book.ts'
import { countOf, type SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'

const anyCharacter: Pattern = { type: 'characters', set: complement([]) }
const anything: Pattern = { type: 'repeat', item: anyCharacter, least: 0, most: Number.POSITIVE_INFINITY }

export function stringRule(schema: SchemaObject, book: RuleBook): string {
  const wanted = {
    least: countOf(schema, 'minLength') ?? 0,
    most: countOf(schema, 'maxLength') ?? Number.POSITIVE_INFINITY,
  }
  if (wanted.least > wanted.most) throw new SchemaProblem('"minLength" is above "maxLength"')
  return book.define('string', `"\\"" ${contentOf(schema, wanted, book)} "\\""`)
}

/** A key that the schema leaves free: short, because small models lose themselves in long ones. */
export function keyRule(names: unknown, book: RuleBook): string {
  if (names === undefined || names === true) return stringRule({ minLength: 1, maxLength: 40 }, book)
  return stringRule({ maxLength: 40, ...(names as SchemaObject) }, book)
}

function contentOf(schema: SchemaObject, wanted: Lengths, book: RuleBook): string {
  const { pattern, format } = schema
  const known = typeof format === 'string' ? formatPatterns[format] : undefined
  if (typeof pattern !== 'string') return patternRule(known ?? anything, wanted, book)
  // What writes schemas often adds to a format a pattern that looks ahead; our own text of that format keeps both.
  if (known && isUnusable(pattern)) return patternRule(known, wanted, book)
  return patternRule(anchored(readPattern(checked(pattern)), pattern), wanted, book)
}

function patternRule(pattern: Pattern, wanted: Lengths, book: RuleBook): string {
  return write(fitPattern(pattern, wanted), book)
}

function isUnusable(pattern: string): boolean {
  try {
    readPattern(pattern)
    return false
  } catch (error) {
    if (error instanceof SchemaProblem) return true
    throw error
  }
}

/** Only read, never run: it may have been made to run for ever. */
function checked(pattern: string): string {
  try {
    new RegExp(pattern, 'u')
    return pattern
  } catch {
    throw new SchemaProblem(`the pattern ${JSON.stringify(pattern)} is no regular expression`)
  }
}

/** Where a pattern has no anchor, anything may stand before or after what it matches. */
function anchored(pattern: Pattern, source: string): Pattern {
  if (pattern.type === 'choice')
    return { type: 'choice', choices: pattern.choices.map(choice => anchored(choice, source)) }
  const items = pattern.type === 'sequence' ? pattern.items : [pattern]
  const [only] = items
  if (items.length === 1 && only && (only.type === 'choice' || only.type === 'sequence')) return anchored(only, source)
  const [begins, ends] = [items[0]?.type === 'begin', items.at(-1)?.type === 'end']
  const inner = items.slice(begins ? 1 : 0, ends ? -1 : undefined)
  if (inner.some(holdsAnchor)) {
    throw new SchemaProblem(`the pattern ${JSON.stringify(source)} can't be enforced: it has an anchor within`)
  }
  return { type: 'sequence', items: [...(begins ? [] : [anything]), ...inner, ...(ends ? [] : [anything])] }
}

function holdsAnchor(pattern: Pattern): boolean {
  switch (pattern.type) {
    case 'begin':
    case 'end':
      return true
    case 'characters':
      return false
    case 'sequence':
      return pattern.items.some(holdsAnchor)
    case 'choice':
      return pattern.choices.some(holdsAnchor)
    case 'repeat':
      return holdsAnchor(pattern.item)
  }
}

function write(pattern: Pattern, book: RuleBook): string {
  switch (pattern.type) {
    case 'begin':
    case 'end':
      return '""'
    case 'characters': {
      const rule = characterRule(pattern.set)
      if (rule === undefined) throw new SchemaProblem('its pattern asks for a character that is none')
      return rule
    }
    case 'sequence':
      return pattern.items.length === 0 ? '""' : pattern.items.map(item => write(item, book)).join(' ')
    case 'choice':
      return anyOf(pattern.choices.map(choice => write(choice, book)))
    case 'repeat':
      return book.repeat(book.define('part', write(pattern.item, book)), pattern.least, pattern.most)
  }
}
