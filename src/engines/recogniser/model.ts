import type { RecognisedWord } from '../../core/recognition.ts'

/** What one model is asked to do with one stretch. */
export interface Task {
  /** Loud enough, and with somebody speaking. */
  readonly samples: Float32Array
  readonly language?: string
  readonly hotwords: readonly string[]
  readonly prompt?: string
  /** Somebody waits for it while speaking: a little care is given up for time. */
  readonly hurried: boolean
  /** How many texts are weighed against each other. */
  readonly width: number
}

export interface Transcript {
  readonly language: string
  readonly words: readonly RecognisedWord[]
}

/** A loaded network; its calls block the thread they are made on, step by step. */
export interface RecognitionModel {
  recognise(task: Task, stopped: () => boolean): Promise<Transcript>
  /** The language of the first seconds. */
  language(samples: Float32Array): Promise<string>
}
