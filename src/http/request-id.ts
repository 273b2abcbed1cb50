import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '../core/ids.ts'

/** A caller's own id is kept when it can do no harm in a log or a header. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : newId('req_')
}

/** The same id under each name that client libraries look for. */
export function requestIdHeaders(id: string): Record<string, string> {
  return { 'x-request-id': id, 'request-id': id, 'x-trace-id': id }
}
