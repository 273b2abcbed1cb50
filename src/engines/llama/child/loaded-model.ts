import type { LlamaJob } from '../protocol.ts'
import type { Ended, OnPieces } from './answer.ts'

export interface Listener {
  onBegun(inputTokens: number, cachedTokens: number): void
  readonly onPieces: OnPieces
}

export interface Outcome extends Ended {
  readonly cachedTokens: number
}

/** What can be asked of a model once it is loaded, whichever way it runs. */
export interface LoadedModel {
  countTokens(job: LlamaJob): Promise<number>
  /** One answer, from the conversation to its last token. */
  generate(job: LlamaJob, signal: AbortSignal, listener: Listener): Promise<Outcome>
}
