import type { SpokenLanguage } from './text/speakable.ts'

/** What a family of voices is asked to say: one clause. */
export interface Line {
  readonly language: SpokenLanguage
  /** In the alphabet of Kokoro, which all families read. */
  readonly phonemes: string
}

/** How it is said, as far as a network can do it by itself. */
export interface Delivery {
  /** 1 is the voice's own pace. */
  readonly speed: number
  /** Semitones. */
  readonly pitch: number
  /** How far the melody swings: 1 is its own, 0 is flat. */
  readonly swing: number
  /** 0 to 1. */
  readonly tremble: number
  /** Multiplies the silences between the words. */
  readonly pauses: number
  readonly isWhispered: boolean
  /** Somebody waits for the first sound: the first piece is made short. */
  readonly isUrgent: boolean
}

/** Who says it, in words that only its family understands. */
export interface VoiceRecipe {
  /** The family's own voices and how much there is of each. */
  readonly mix: Readonly<Record<string, number>>
  /** Semitones that its melody is moved from where the mix has it. */
  readonly shift: number
  /** How much more its melody swings than that of the mix. */
  readonly swing: number
  /** Hertz: the voice is as often above it as below. Where it lies in other languages, too. */
  readonly median: number
  /** How much faster than the mix it speaks; a slower voice is easier to understand. */
  readonly pace?: number
  /** It sounds the same in languages that the mix is not at home in; else some of a native voice is put in. */
  readonly keepsSound?: boolean
  /** Its rhythm and melody are those of a native speaker in every language, never of the mix. */
  readonly speaksLike?: 'female' | 'male'
  /** How much higher its resonances lie than those of the mix, in hundredths. */
  readonly size?: number
  /** Decibels that each band is raised, see `toneBands`. */
  readonly tone?: readonly number[]
}

/** Networks that speak, with the voices that they know. It blocks the thread that it is on. */
export interface VoiceFamily {
  /** Samples a second. */
  readonly rate: number
  /** The pieces of one clause in order, without silence around it; a piece is some seconds at most. */
  speak(line: Line, voice: VoiceRecipe, delivery: Delivery): AsyncGenerator<Float32Array>
  /** Hertz: where the melody of that voice lies in that clause, before it is moved. */
  median(line: Line, voice: VoiceRecipe): Promise<number>
  close(): Promise<void>
}
