import type { GenerationRequest } from '../../core/generation.ts'
import type { ChatRequest } from './schema.ts'

/** Under which names a caller may have set each parameter; the first that is set counts. */
const wireNames: Partial<Record<keyof GenerationRequest, readonly (keyof ChatRequest)[]>> = {
  tools: ['tools'],
  toolChoice: ['tool_choice'],
  parallelToolCalls: ['parallel_tool_calls'],
  maxTokens: ['max_completion_tokens', 'max_tokens'],
  temperature: ['temperature'],
  topP: ['top_p'],
  frequencyPenalty: ['frequency_penalty'],
  presencePenalty: ['presence_penalty'],
  seed: ['seed'],
  format: ['response_format'],
  effort: ['reasoning_effort'],
}

/** The caller's own names for what they set: a default of ours that the engine can't take is no concern of theirs. */
export function sentNames(body: ChatRequest): Partial<Record<keyof GenerationRequest, string>> {
  const isSet = (name: keyof ChatRequest) => body[name] !== undefined && body[name] !== null
  return Object.fromEntries(
    Object.entries(wireNames).flatMap(([parameter, names]) => {
      const sent = names.find(isSet)
      return sent === undefined ? [] : [[parameter, sent]]
    }),
  )
}
