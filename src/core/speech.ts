import type { Sound } from './sound.ts'

/** What is to be said, and how. The service has taken markup and instructions out of the text. */
export interface SpeechRequest {
  readonly model: string
  readonly text: string
  readonly voice: SpeechVoice
  /** 1 is the voice's own pace; pitch does not change with it. */
  readonly speed: number
  readonly manner: Manner
  readonly pronunciations: readonly Pronunciation[]
  /** The same seed and request give the same samples. */
  readonly seed: number
}

export type SpeechVoice =
  | { readonly kind: 'system'; readonly id: string }
  | {
      readonly kind: 'cloned'
      readonly id: string
      /** What the recording says, when the caller told. */
      readonly text?: string
      /** The recording that the voice was made of. */
      recording(signal: AbortSignal): Promise<Sound>
    }

/** How it is said, as numbers that any engine can follow; the words are for engines that read instructions. */
export interface Manner {
  /** Multiplies the speed. */
  readonly pace: number
  /** Semitones. */
  readonly pitch: number
  /** How far the melody of the voice swings: 1 is its own, 0 is flat. */
  readonly swing: number
  /** Decibels, before the limiter. */
  readonly gain: number
  /** Multiplies the pauses. */
  readonly pauses: number
  /** 0 is voiced, 1 is a whisper. */
  readonly whisper: number
  /** 0 to 1: how much the voice trembles. */
  readonly tremble: number
  /** 0 to 1: words begun twice. */
  readonly stutter: number
  /** Decibels that the upper half of the spectrum is raised or lowered. */
  readonly brightness: number
  /** A language or a dialect that was asked for. */
  readonly language?: 'english' | 'mandarin' | 'cantonese' | 'sichuanese' | 'japanese'
  /** What the caller wrote, for engines that understand it. */
  readonly instruction?: string
}

export const plainManner: Manner = {
  pace: 1,
  pitch: 0,
  swing: 1,
  gain: 0,
  pauses: 1,
  whisper: 0,
  tremble: 0,
  stutter: 0,
  brightness: 0,
}

/** How a written word is to be said: Chinese syllables with tone digits (`fa4 guo2`), or an English respelling. */
export interface Pronunciation {
  readonly written: string
  readonly spoken: string
}

export interface SpeechEngine {
  /** Voices that it knows besides the system's. */
  readonly voices?: readonly string[]
  /** In order, as it is made; the first piece long before the last. Throws before the first piece when it can't begin. Ends at once when the signal does. */
  speak(request: SpeechRequest, signal: AbortSignal): AsyncIterable<Sound>
  /** Gets ready for a voice that will be asked for, so that its first words need not wait; absent: nothing is to be done. */
  prepare?(voice: SpeechVoice, signal: AbortSignal): Promise<void>
}
