import { gap, type WriteRule } from './object-rule.ts'
import { literal, type RuleBook } from './rule-book.ts'
import { countOf, isObject, type SchemaObject } from './schema-node.ts'
import { SchemaProblem } from './schema-problem.ts'

export function arrayRule(schema: SchemaObject, book: RuleBook, write: WriteRule): string {
  const least = countOf(schema, 'minItems') ?? 0
  const most = countOf(schema, 'maxItems') ?? Number.POSITIVE_INFINITY
  if (least > most) throw new SchemaProblem('"minItems" is above "maxItems"')
  const { first, rest } = itemsOf(schema)
  if (schema.uniqueItems === true) return uniqueRule(schema, book, write, least, most)
  if (first.length > 0) return tupleRule(first, rest, book, write, least, most)
  if (rest === false || most === 0) {
    if (least > 0) throw new SchemaProblem(`${least} items are asked for and none is allowed`)
    return '"[]"'
  }
  return listRule(write(rest), book, least, most)
}

function listRule(item: string, book: RuleBook, least: number, most: number): string {
  const more = book.repeat(book.define('item', `"," ${gap} ${item}`), Math.max(0, least - 1), most - 1)
  const items = `${item} ${more}`
  return book.define('array', `"[" ${least > 0 ? items : `(${items})?`} "]"`)
}

/** The words for the items of a tuple have changed between drafts of JSON Schema. */
function itemsOf({ items, prefixItems, additionalItems }: SchemaObject): { first: readonly unknown[]; rest: unknown } {
  if (Array.isArray(prefixItems)) return { first: prefixItems, rest: items ?? true }
  if (Array.isArray(items)) return { first: items, rest: additionalItems ?? true }
  return { first: [], rest: items ?? true }
}

/** All of its items; others after them only where their number asks for it. */
function tupleRule(
  first: readonly unknown[],
  rest: unknown,
  book: RuleBook,
  write: WriteRule,
  least: number,
  most: number,
): string {
  const missing = Math.max(0, least - first.length)
  if (missing > 0 && rest === false)
    throw new SchemaProblem(`${least} items are asked for and ${first.length} are allowed`)
  const items = first.slice(0, most).map(write)
  if (missing > 0) items.push(...Array.from({ length: Math.min(missing, 100) }, () => write(rest)))
  return book.define('tuple', `"[" ${items.join(` "," ${gap} `)} "]"`)
}

/** Of a list of values each at most once, in the order of the list; of anything else one. */
function uniqueRule(schema: SchemaObject, book: RuleBook, write: WriteRule, least: number, most: number): string {
  const { items } = schema
  const values =
    isObject(items) && Array.isArray(items.enum) ? [...new Set(items.enum.map(value => JSON.stringify(value)))] : []
  if (values.length > 0 && values.length <= 30) {
    if (least > values.length)
      throw new SchemaProblem(`${least} different items are asked for and there are ${values.length}`)
    return book.define('set', `"[" ${subsets(values.map(literal), book, least, Math.min(most, values.length))} "]"`)
  }
  if (least > 1) throw new SchemaProblem('"uniqueItems" can\'t be enforced, but for the values of an "enum"')
  return arrayRule({ ...schema, uniqueItems: false, maxItems: Math.min(1, most) }, book, write)
}

/** From a place in the list on, with so many taken already: either this one is taken, or the next is looked at. */
function subsets(values: readonly string[], book: RuleBook, least: number, most: number): string {
  const known = new Map<string, string>()
  function from(place: number, taken: number): string {
    const key = `${place} ${taken}`
    const seen = known.get(key)
    if (seen !== undefined) return seen
    const choices: string[] = []
    if (taken >= least) choices.push('""')
    for (let next = place; next < values.length && taken < most; next++) {
      if (taken + values.length - next < least) break
      choices.push(`${taken === 0 ? '' : `"," ${gap} `}${values[next]} ${from(next + 1, taken + 1)}`)
    }
    const rule = book.define('taken', choices.join(' | '))
    known.set(key, rule)
    return rule
  }
  return from(0, 0)
}
