import type { Usage } from '../../core/generation.ts'
import type { FinishReason, ToolCallDelta } from './schema-completion.ts'
import { type ChatHead, writeUsage } from './write.ts'

/** Frames of one stream, by the numbers that it carries so far. */
export interface ChunkFrames {
  /** `delta` is the inside of a JSON object, as the functions below write it. */
  chunk(index: number, delta: string, finish: FinishReason | '', usage: Usage): string
  /** The closing chunk of those who asked for the usage by name. */
  closing(usage: Usage): string
}

/**
 * Chunks are the bulk of what the server sends, and differ in a piece of text and a few numbers: written around those they
 * cost a third of what serialising each as an object does.
 */
export function createChunkFrames({ id, created, model }: ChatHead): ChunkFrames {
  const head = JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(1, -1)
  return {
    chunk: (index, delta, finish, usage) =>
      `data: {${head},"choices":[{"index":${index},"delta":{"role":"assistant",${delta}},"finish_reason":"${finish}"}],"usage":${usageText(usage)}}\n\n`,
    closing: usage => `data: {${head},"choices":[],"usage":${JSON.stringify(writeUsage(usage))}}\n\n`,
  }
}

/** What `writeUsage` gives, as text. */
function usageText({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: Usage): string {
  return `{"prompt_tokens":${inputTokens},"cached_tokens":${cachedTokens},"completion_tokens":${outputTokens},"total_tokens":${inputTokens + outputTokens},"prompt_tokens_details":{"cached_tokens":${cachedTokens}},"completion_tokens_details":{"reasoning_tokens":${reasoningTokens}}}`
}

export const noDelta = '"content":""'

export function textDelta(text: string): string {
  return `"content":${JSON.stringify(text)}`
}

export function reasoningDelta(field: 'reasoning' | 'reasoning_content', text: string): string {
  return `"content":"","${field}":${JSON.stringify(text)}`
}

export function callDelta(call: ToolCallDelta): string {
  return `"content":"","tool_calls":[${JSON.stringify(call)}]`
}
