import { PlatformError } from '../../core/errors.ts'
import type { EndReason } from '../../core/generation.ts'

/** The arguments of a call as this dialect shows them. Undefined when they are not the JSON text of an object. */
export function readCallInput(text: string): Readonly<Record<string, unknown>> | undefined {
  // Models write nothing at all for a tool without parameters.
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Whether an answer that ended so may have been cut in the middle of a call. */
export function cutsCalls(reason: EndReason): boolean {
  return reason === 'length' || reason === 'filtered'
}

/** Callers run what they are given: a call with arguments that the model did not write is worse than a failure. */
export function brokenCall(name: string): PlatformError {
  return new PlatformError(
    'service_unavailable',
    `The model called "${name}" with arguments that are not a JSON object; the same request may succeed if it is sent again.`,
  )
}
