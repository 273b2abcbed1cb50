import type { Sound } from '../../core/sound.ts'
import type { Manner, Pronunciation } from '../../core/speech.ts'

/** What the worker is given when it is hired. */
export interface WorkerSettings {
  /** The address of the module of the family, and the folder with its weights. */
  readonly family: { readonly module: string; readonly folder: string }
  /** The folder of the networks that tell voices apart; absent: recordings can't be imitated. */
  readonly listener?: string
  /** Where what was learnt of recordings is kept. */
  readonly learned: string
  readonly threads: number
}

export type JobVoice =
  | { readonly kind: 'system'; readonly id: string }
  | { readonly kind: 'cloned'; readonly recording: Sound }

export interface SpeechJob {
  readonly text: string
  readonly voice: JobVoice
  readonly speed: number
  readonly manner: Manner
  readonly pronunciations: readonly Pronunciation[]
  readonly seed: number
}

export type ToWorker =
  | { readonly type: 'speak'; readonly id: number; readonly job: SpeechJob }
  /** Nobody waits to hear it yet: whoever does goes first. */
  | { readonly type: 'learn'; readonly id: number; readonly recording: Sound }
  /** A piece has been taken: one more may be made. */
  | { readonly type: 'took'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number }

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'not-ready'; readonly reason: string }
  | { readonly type: 'piece'; readonly id: number; readonly sound: Sound }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string }
