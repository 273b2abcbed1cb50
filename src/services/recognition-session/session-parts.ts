import type { SpeechDetector } from '../../core/detector.ts'
import type { LiveFormat } from '../../media/live-sound/live-format.ts'
import type { LiveSound } from '../../media/live-sound/live-sound.ts'
import type { RecogniserOf } from '../recognition/recogniser-of.ts'
import type { RecognitionUsage, WriteFigures } from '../recognition/transcription.ts'

export interface SessionClock {
  /** Calls back once, unless it is told not to. */
  after(ms: number, callback: () => void): () => void
}

export interface SessionParts {
  readonly recogniserOf: RecogniserOf
  readonly detector: SpeechDetector
  readonly openSound: (format: LiveFormat) => LiveSound
  readonly writeFigures: WriteFigures
  readonly newItemId: () => string
  readonly clock: SessionClock
  /** Told once of each item. */
  readonly onUsage: (model: string, usage: RecognitionUsage) => void
  /** An error of ours, for the log. */
  readonly onError: (error: unknown) => void
}
