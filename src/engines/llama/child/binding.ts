import { createRequire } from 'node:module'
import type { LlamaMessage, LlamaTool } from '../protocol.ts'

/** The part of the binding that is used here. Its own types are TypeScript sources, which would be checked as ours. */
export interface Binding {
  loadModel(options: object): Promise<LlamaContext>
  /** Whether the build for a kind of GPU is installed. */
  isLibVariantAvailable(variant: 'cuda' | 'vulkan'): Promise<boolean>
  loadLlamaModelInfo(file: string): Promise<Readonly<Record<string, string | number | undefined>>>
}

export interface LlamaContext {
  getFormattedChat(messages: readonly LlamaMessage[], template: undefined, options: ChatOptions): FormattedChat
  tokenize(text: string): Promise<{ readonly tokens: Int32Array }>
  readonly parallel: {
    enable(options: { n_parallel: number; n_batch: number }): Promise<boolean>
    completion(options: object, onToken: (requestId: number, token: Parsed) => void): Promise<RunningCompletion>
  }
}

export interface ChatOptions {
  readonly jinja: true
  readonly reasoning_format: 'deepseek'
  readonly enable_thinking: boolean
  readonly chat_template_kwargs: Readonly<Record<string, boolean>>
  readonly tools?: readonly LlamaTool[]
  readonly tool_choice?: 'auto' | 'required'
  readonly parallel_tool_calls?: boolean
  readonly response_format?: { readonly type: 'json_schema'; readonly json_schema: { readonly schema: object } }
}

export interface FormattedChat {
  readonly prompt: string
  readonly chat_format: number
  readonly chat_parser: string
  readonly generation_prompt?: string
  readonly grammar: string
  readonly grammar_lazy: boolean
  readonly grammar_triggers: readonly { readonly type: number; readonly value: string; readonly token: number }[]
  readonly preserved_tokens: readonly string[]
  readonly additional_stops: readonly string[]
  readonly thinking_start_tag?: string
  readonly thinking_end_tag?: string
}

/** All that was said so far, taken apart. */
export interface Parsed {
  readonly content?: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[]
}

export interface Completion extends Parsed {
  readonly text: string
  readonly stopped_eos: boolean
  readonly stopped_limit: boolean
  readonly context_full: boolean
  readonly tokens_predicted: number
  readonly timings: { readonly cache_n: number; readonly prompt_n: number }
}

export interface RunningCompletion {
  readonly promise: Promise<Completion>
  stop(): void
}

export function loadBinding(): Binding {
  return createRequire(import.meta.url)('@fugood/llama.node') as Binding
}
