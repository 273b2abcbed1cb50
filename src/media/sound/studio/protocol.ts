import type { SoundManner } from '../effects/manner.ts'
import type { SoundFormat } from '../encoding/encoder.ts'

/** A stretch of mono sound. */
export interface SoundPiece {
  readonly samples: Float32Array
  readonly rate: number
}

export type Task =
  | { readonly kind: 'encode'; readonly format: SoundFormat; readonly rate: number; readonly volume: number }
  | { readonly kind: 'manner'; readonly manner: SoundManner; readonly rate: number }
  | { readonly kind: 'decode'; readonly path: string; readonly rate: number; readonly maxAudioSeconds: number }

/** `end` also asks a decoder for what comes next. */
export type Step =
  | { readonly type: 'open'; readonly task: Task }
  | { readonly type: 'push'; readonly piece: SoundPiece }
  | { readonly type: 'end' }
  | { readonly type: 'close' }

export interface Order {
  readonly session: number
  readonly step: Step
}

/** What a step has made; for a decoder, nothing is the end. Every step but `close` is answered, in order. */
export type Made = { readonly bytes: Uint8Array } | { readonly samples: Float32Array }

export interface Reply {
  readonly session: number
  readonly answer: { readonly made: Made } | { readonly refused: string } | { readonly failed: unknown }
}
