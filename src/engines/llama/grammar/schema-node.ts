export type SchemaObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function countOf(schema: SchemaObject, word: string): number | undefined {
  const value = schema[word]
  return typeof value === 'number' && value >= 0 ? Math.ceil(value) : undefined
}

export function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(name => typeof name === 'string') : []
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
