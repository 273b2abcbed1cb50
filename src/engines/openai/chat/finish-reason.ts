import type { EndReason } from '../../../core/generation.ts'

/** Undefined: the server gave up in the middle. Reasons that nobody knows are taken for an ordinary end. */
export function readFinishReason(reason: string): EndReason | undefined {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length'
    case 'tool_calls':
    case 'function_call':
    case 'tool_use':
      return 'tool-calls'
    case 'content_filter':
    case 'sensitive':
      return 'filtered'
    case 'abort':
    case 'error':
    case 'insufficient_system_resource':
      return undefined
    default:
      return 'stop'
  }
}
