import type { LlamaTool } from '../protocol.ts'
import { shownSchema } from '../shown-schema.ts'

/** Tools as a model is told of them. */
export function shownTools(tools: readonly LlamaTool[]): LlamaTool[] {
  return tools.map(({ type, function: { name, description, parameters } }) => ({
    type,
    function: { name, description, parameters: shownSchema(parameters) as object },
  }))
}
