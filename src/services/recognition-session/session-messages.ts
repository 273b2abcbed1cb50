import type { RecognisedWord } from '../../core/recognition.ts'
import type { LiveFormat } from '../../media/live-sound/live-format.ts'
import type { RecognitionUsage } from '../recognition/transcription.ts'

export interface TurnDetection {
  /** The probability from which on a frame is speech. */
  readonly threshold: number
  readonly silenceMs: number
}

export interface SessionSettings {
  readonly format: LiveFormat
  readonly model: string
  /** Absent, it is found. */
  readonly language?: string
  readonly prompt?: string
  /** Whether a whole item is heard again, with all effort, once it is over. */
  readonly rerun: boolean
  /** Whether spoken numbers, dates and the like are written as figures once an item is over. */
  readonly figures: boolean
  /** Absent, only the caller ends items. */
  readonly turns?: TurnDetection
}

/** What is wrong with something that a caller sent; the session goes on. */
export interface Mistake {
  readonly code: 'invalid_value' | 'missing_param'
  readonly message: string
  readonly param?: string
}

export type SessionCommand =
  | { readonly type: 'update'; readonly eventId?: string; change(settings: SessionSettings): SessionSettings }
  | { readonly type: 'append'; readonly eventId?: string; readonly audio: Uint8Array }
  | { readonly type: 'commit'; readonly eventId?: string }
  | { readonly type: 'mistake'; readonly eventId?: string; readonly mistake: Mistake }

export interface LiveWord extends RecognisedWord {
  readonly final: boolean
}

export interface SessionFailure {
  readonly type: 'invalid_request_error' | 'internal_error' | 'risk'
  readonly code: 'invalid_value' | 'missing_param' | 'internal_error' | 'max_idle_timeout' | 'risk_blocked'
  readonly message: string
  readonly param?: string
  readonly eventId?: string
}

/** Times are in seconds from the first sample of the session. */
export type SessionEvent =
  | { readonly type: 'created' | 'updated'; readonly settings: SessionSettings }
  | { readonly type: 'speech-started'; readonly itemId: string; readonly at: number }
  | { readonly type: 'speech-stopped'; readonly itemId: string; readonly startedAt: number; readonly at: number }
  | { readonly type: 'committed' | 'item-created'; readonly itemId: string; readonly previousItemId?: string }
  | {
      readonly type: 'delta'
      readonly itemId: string
      /** What will not change any more, and what may. */
      readonly text: string
      readonly stash: string
      readonly language: string
      readonly words: readonly LiveWord[]
    }
  | {
      readonly type: 'completed'
      readonly itemId: string
      readonly transcript: string
      readonly language: string
      readonly words: readonly LiveWord[]
      readonly reason: 'commit' | 'vad'
      readonly usage: RecognitionUsage
    }
  | { readonly type: 'error'; readonly failure: SessionFailure }
