import type { GenerationRequest } from '../../../core/generation.ts'

/** Fields of a request that some servers refuse, and the parameters of ours that they carry. */
const chatFields = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  seed: 'seed',
  stop: 'stop',
  response_format: 'format',
  reasoning_effort: 'effort',
  parallel_tool_calls: 'parallelToolCalls',
  tool_choice: 'toolChoice',
} as const satisfies Record<string, keyof GenerationRequest>

/** Fields that we add of our own accord: to leave them out takes nothing from the caller. */
export const ownFields = ['continuous_usage_stats', 'stream_options', 'reasoning_content'] as const

export type ChatField = keyof typeof chatFields | (typeof ownFields)[number]

export const callersFields = Object.keys(chatFields) as readonly (keyof typeof chatFields)[]

/** Stop sequences are enforced by us where the server does not, so that leaving them out ignores nothing. */
export function ignoredParameter(field: ChatField): keyof GenerationRequest | undefined {
  return field !== 'stop' && field in chatFields ? chatFields[field as keyof typeof chatFields] : undefined
}
