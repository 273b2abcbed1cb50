import type { EndReason } from '../../core/generation.ts'

/** A conversation in the words of chat templates. */
export interface LlamaJob {
  readonly messages: readonly LlamaMessage[]
  readonly tools: readonly LlamaTool[]
  /** What the answer must be: free, a call, free of calls. */
  readonly calls: 'auto' | 'none' | 'required'
  readonly severalCalls: boolean
  /** The answer is JSON of this schema. */
  readonly schema?: object
  /** How many tokens of reasoning are allowed; 0: none. */
  readonly thinkingTokens: number
  readonly maxTokens?: number
  readonly sampling: Sampling
  /** Pictures and recordings, for a model that takes them. */
  readonly media?: LlamaMedia
}

export interface LlamaMedia {
  /** A character that nobody wrote: it stands in the messages where one of them does. */
  readonly mark: string
  /** As data URLs, in the order in which they stand there. */
  readonly urls: readonly string[]
}

export interface LlamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly reasoning_content?: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: 'function'
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

export interface LlamaTool {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object }
}

export interface Sampling {
  /** 0: the likeliest token each time. */
  readonly temperature: number
  readonly topP?: number
  readonly topK?: number
  readonly frequencyPenalty?: number
  readonly presencePenalty?: number
  readonly seed?: number
}

export interface LoadOptions {
  readonly file: string
  /** What makes tokens of pictures, for a model that sees. */
  readonly mmproj?: string
  readonly context?: number
  readonly slots: number
  readonly threads: number
  readonly gpuLayers: number
}

export type ToChild =
  | { readonly type: 'load'; readonly options: LoadOptions }
  | { readonly type: 'generate' | 'count'; readonly id: number; readonly job: LlamaJob }
  | { readonly type: 'cancel'; readonly id: number }

/** What was generated since the last piece; the name comes with the first piece of a call. */
export interface Piece {
  readonly kind: 'reasoning' | 'text' | 'call'
  /** Which call of the answer. */
  readonly call?: number
  readonly name?: string
  readonly text: string
  readonly tokens: number
}

/** In the order in which they were said. */
export type FromChild = readonly ChildMessage[]

export type ChildMessage =
  | { readonly type: 'loaded' }
  /** With what to say to whoever asks, where that helps them. */
  | { readonly type: 'not-loaded'; readonly reason: string; readonly shown?: string }
  | JobReply

export type JobReply =
  | { readonly type: 'counted'; readonly id: number; readonly tokens: number }
  | { readonly type: 'begun'; readonly id: number; readonly inputTokens: number; readonly cachedTokens: number }
  | { readonly type: 'pieces'; readonly id: number; readonly pieces: readonly Piece[] }
  | {
      readonly type: 'ended'
      readonly id: number
      readonly reason: EndReason
      readonly outputTokens: number
      readonly cachedTokens: number
    }
  /** The caller's fault: what was asked can't be done. */
  | { readonly type: 'refused'; readonly id: number; readonly param: string; readonly message: string }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string }
