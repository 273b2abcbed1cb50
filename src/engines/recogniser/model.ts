import type { RecognisedWord } from '../../core/recognition.ts'

/** What one model is asked to do with one stretch. */
export interface Task {
  /** Loud enough, and with somebody speaking. */
  readonly samples: Float32Array
  readonly language?: string
  readonly hotwords: readonly string[]
  readonly prompt?: string
  /** What it said before, when it heard less of this. */
  readonly draft?: string
  /** Somebody waits for it while speaking: a little care is given up for time. */
  readonly hurried: boolean
  /** How many texts are weighed against each other. */
  readonly width: number
}

export interface Transcript {
  readonly language: string
  readonly words: readonly RecognisedWord[]
}

/** How a stretch goes on while others are heard in the same thread. */
export interface Going {
  stopped(): boolean
  /** Waits while somebody more urgent is heard. */
  turn(): Promise<void>
}

/** A loaded network; its calls block the thread they are made on, step by step. */
export interface RecognitionModel {
  recognise(task: Task, going: Going): Promise<Transcript>
  /** The language of the first seconds. */
  language(samples: Float32Array): Promise<string>
}
