import type { Task, Transcript } from './model.ts'

/** Which network a worker loads, and from where. */
export interface WorkerModel {
  readonly kind: 'whisper' | 'moonshine'
  readonly folder: string
  readonly threads: number
}

export type WorkerRequest =
  | { readonly kind: 'recognise'; readonly id: number; readonly task: Task }
  | { readonly kind: 'language'; readonly id: number; readonly samples: Float32Array }
  | { readonly kind: 'stop'; readonly id: number }

export type WorkerReply =
  | { readonly id: number; readonly transcript: Transcript }
  | { readonly id: number; readonly language: string }
  | { readonly id: number; readonly failed: unknown }
