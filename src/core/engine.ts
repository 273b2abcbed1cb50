import type { GenerationRequest, GenerationStream } from './generation.ts'
import type { RecognitionEngine } from './recognition.ts'
import type { SpeechEngine } from './speech.ts'

/** Who does the work: a record of what it can do; what is absent it can't. */
export interface Engine {
  readonly text?: TextEngine
  readonly speech?: SpeechEngine
  readonly recognition?: RecognitionEngine
  close(): Promise<void>
}

export interface GenerationHints {
  /** Nobody looks at the answer before it is complete: an engine that has a cheaper way to such answers may take it. */
  readonly whole?: boolean
}

export interface TextEngine {
  /** Which inputs the model takes as they are; the others never reach it. */
  readonly sees: { readonly image: boolean; readonly video: boolean; readonly audio: boolean }
  /** Throws before `started`; after it, failure is an event. Ends at once when the signal does. */
  generate(request: GenerationRequest, signal: AbortSignal, hints?: GenerationHints): GenerationStream
  /** What the conversation would cost as input: equals the `inputTokens` of the same conversation. */
  countTokens(request: GenerationRequest, signal: AbortSignal): Promise<number>
}
