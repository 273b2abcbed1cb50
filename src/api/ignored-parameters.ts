import type { FastifyReply } from 'fastify'
import type { GenerationRequest, Started } from '../core/generation.ts'
import { headerList } from '../http/unknown-fields.ts'

/** Adds to `x-medley-ignored` what the engine can't take, under the dialect's own names. */
export function nameIgnoredParameters(
  reply: FastifyReply,
  ignored: Started['ignored'],
  wireNames: Partial<Record<keyof GenerationRequest, string>>,
): void {
  const names = ignored.flatMap(name => wireNames[name] ?? [])
  if (names.length === 0) return
  const unknown = reply.getHeader('x-medley-ignored')
  const all = [...(typeof unknown === 'string' ? [unknown] : []), headerList(names)]
  reply.header('x-medley-ignored', all.join(', '))
}
