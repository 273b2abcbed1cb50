const longest = 80

/** A value as a message may show it: one short line, without the credentials and the query of an address. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return showText(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value)
}

export function showText(text: string): string {
  const masked = maskAddress(text)
  return JSON.stringify(masked.length > longest ? `${masked.slice(0, longest)}…` : masked)
}

/** `postgres://user:word@host/name?sslpassword=x` → `postgres://***@host/name?***` */
export function maskAddress(text: string): string {
  const masked = text.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, '$1***@')
  return masked.includes('://') ? masked.replace(/\?.*$/s, '?***') : masked
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'true or false' : 'a number'
}
