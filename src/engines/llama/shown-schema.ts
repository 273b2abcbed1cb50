/** Words that only a validator needs. Small models have never seen them, and stray when they do. */
const forValidators = new Set(['additionalProperties', 'unevaluatedProperties', '$schema', '$id', 'title', 'strict'])

/** A schema as a model is told of it; the grammar holds it to all the rest. */
export function shownSchema(schema: unknown): unknown {
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
