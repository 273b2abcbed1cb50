export type JsonRecord = Readonly<Record<string, unknown>>

/** What another program sent, if it is an object at all. */
export function asRecord(value: unknown): JsonRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A count that can be believed. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : undefined
}
