import type { BuiltInTool, BuiltInType, FoundPassage } from './built-in-tools.ts'
import type { PlatformError } from './errors.ts'

/** A conversation to be continued, in no dialect. */
export interface GenerationRequest {
  readonly model: string
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice
  readonly parallelToolCalls?: boolean
  /** Bounds reasoning and answer together. */
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly frequencyPenalty?: number
  readonly presencePenalty?: number
  readonly seed?: number
  readonly stop: readonly string[]
  readonly format: AnswerFormat
  readonly effort?: Effort
}

export type Effort = 'low' | 'medium' | 'high'
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string }
export type JsonSchema = Readonly<Record<string, unknown>>

export type AnswerFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json-object' }
  | { readonly type: 'json-schema'; readonly name: string; readonly schema: JsonSchema; readonly strict: boolean }

export interface Tool {
  readonly name: string
  readonly description?: string
  readonly parameters: JsonSchema
  readonly strict?: boolean
  /** The server uses it by itself; engines see a function like any other. */
  readonly builtIn?: BuiltInTool
}

export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly parts: readonly UserPart[] }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly reasoning?: string
      readonly toolCalls: readonly ToolCall[]
    }
  | { readonly role: 'tool'; readonly callId: string; readonly parts: readonly UserPart[]; readonly isError?: boolean }

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text, as the model wrote it. */
  readonly arguments: string
}

export type UserPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: MediaSource; readonly detail: 'low' | 'high'; readonly param: string }
  | { readonly type: 'video'; readonly source: MediaSource; readonly detail: 'low' | 'high'; readonly param: string }
  | { readonly type: 'audio'; readonly source: MediaSource; readonly param: string }

/** As the caller gave it, or as bytes once it has been fetched, checked and scaled. */
export type MediaSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'base64'; readonly mediaType: string; readonly data: string }

export interface Usage {
  readonly inputTokens: number
  /** Of the input, those that the engine had in its cache. */
  readonly cachedTokens: number
  readonly outputTokens: number
  /** Of the output, those spent on reasoning. */
  readonly reasoningTokens: number
}

export type EndReason = 'stop' | 'length' | 'tool-calls' | 'filtered'
export type PartKind = 'reasoning' | 'text' | 'tool-call'

/**
 * Grammar: started (part-start part-delta* part-end)* (ended | failed). One part is open at a time; parts are numbered from 0.
 * An engine throws before `started`; after it, failure is an event, so that every dialect must show it.
 */
export type GenerationEvent =
  | Started
  | { readonly type: 'part-start'; readonly part: number; readonly kind: 'reasoning' | 'text' }
  | {
      readonly type: 'part-start'
      readonly part: number
      readonly kind: 'tool-call'
      readonly id: string
      readonly name: string
      /** The server has made this call itself, and this is what it found. */
      readonly builtIn?: BuiltInResults
    }
  | { readonly type: 'part-delta'; readonly part: number; readonly text: string; readonly tokens: number }
  | { readonly type: 'part-end'; readonly part: number }
  | Ended
  | { readonly type: 'failed'; readonly error: PlatformError }

export interface BuiltInResults {
  readonly type: BuiltInType
  readonly results: readonly FoundPassage[]
}

export interface Started {
  readonly type: 'started'
  /** What answers: the upstream's own name of the model, or ours. */
  readonly model: string
  /** 0 while the engine has not told. */
  readonly inputTokens: number
  readonly cachedTokens: number
  /** Parameters of the request that the engine can't take, by their core names. */
  readonly ignored: readonly (keyof GenerationRequest)[]
}

export interface Ended {
  readonly type: 'ended'
  readonly reason: EndReason
  readonly stopSequence?: string
  readonly usage: Usage
}

export type GenerationStream = AsyncIterable<GenerationEvent>
