import type { LlamaTool } from '../protocol.ts'

/** Words that only a validator needs. Small models have never seen them, and answer that no tool fits when they do. */
const forValidators = new Set(['additionalProperties', 'unevaluatedProperties', '$schema', '$id', 'title', 'strict'])

/** Tools as a model is told of them; the grammar holds it to all the rest. */
export function shownTools(tools: readonly LlamaTool[]): LlamaTool[] {
  return tools.map(({ type, function: { name, description, parameters } }) => ({
    type,
    function: { name, description, parameters: shownSchema(parameters) as object },
  }))
}

function shownSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shownSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([word, value]) => !forValidators.has(word) || holdsSchema(word, value))
  // Beneath these words stand names that somebody chose, and they may be any.
  return Object.fromEntries(
    entries.map(([word, value]) => [
      word,
      word === 'properties' || word === '$defs' ? namedSchemas(value) : shownSchema(value),
    ]),
  )
}

function namedSchemas(named: unknown): unknown {
  if (typeof named !== 'object' || named === null) return named
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, shownSchema(schema)]))
}

function holdsSchema(word: string, value: unknown): boolean {
  return word.endsWith('Properties') && typeof value === 'object'
}
