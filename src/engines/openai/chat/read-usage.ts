import type { Usage } from '../../../core/generation.ts'
import { asCount, asRecord } from './record.ts'

export interface ReportedUsage extends Omit<Usage, 'reasoningTokens'> {
  /** Undefined: the server does not tell reasoning apart. */
  readonly reasoningTokens: number | undefined
}

/** Undefined when there is none; servers also send null, or zeros until they know. */
export function readUsage(value: unknown): ReportedUsage | undefined {
  const usage = asRecord(value)
  if (!usage) return undefined
  const inputTokens = asCount(usage.prompt_tokens) ?? asCount(usage.input_tokens) ?? 0
  const outputTokens = asCount(usage.completion_tokens) ?? asCount(usage.output_tokens) ?? 0
  if (inputTokens === 0 && outputTokens === 0) return undefined
  const input = asRecord(usage.prompt_tokens_details)
  const output = asRecord(usage.completion_tokens_details)
  const cached =
    asCount(input?.cached_tokens) ?? asCount(usage.cached_tokens) ?? asCount(usage.prompt_cache_hit_tokens) ?? 0
  const reasoning = asCount(output?.reasoning_tokens) ?? asCount(usage.reasoning_tokens)
  return {
    inputTokens,
    outputTokens,
    cachedTokens: Math.min(cached, inputTokens),
    reasoningTokens: reasoning === undefined ? undefined : Math.min(reasoning, outputTokens),
  }
}
