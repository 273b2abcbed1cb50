import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { newId } from './core/ids.ts'
import type { Caller } from './core/keys.ts'
import { createSpeechDetector } from './engines/detector/detector.ts'
import { openLiveSound } from './media/live-sound/live-sound.ts'
import { createOpusDecoder } from './media/live-sound/opus-decoder.ts'
import type { SoundStudio } from './media/sound/studio/studio.ts'
import type { Engines } from './open-engines.ts'
import type { Models } from './services/models.ts'
import { normaliseNumbers } from './services/recognition/itn/normalise-numbers.ts'
import { createRecogniserOf } from './services/recognition/recogniser-of.ts'
import { createTranscription, type RecognitionUsage, type Transcription } from './services/recognition/transcription.ts'
import { createLiveRecognition, type LiveRecognition } from './services/recognition-session/live-recognition.ts'

export interface RecognitionBuildParts {
  readonly config: Config
  readonly models: Models
  readonly engines: Engines
  readonly studio: SoundStudio
  readonly logger: Logger
  readonly onUsage: (caller: Caller, model: string, usage: RecognitionUsage) => void
}

export interface RecognitionServices {
  readonly transcription: Transcription
  readonly liveRecognition: LiveRecognition
}

export function buildRecognition(parts: RecognitionBuildParts, closing: AsyncDisposableStack): RecognitionServices {
  const { config, models, engines, studio, logger, onUsage } = parts
  const detector = createSpeechDetector()
  closing.defer(() => detector.close())
  const opus = createOpusDecoder()
  closing.defer(() => opus.close())
  const recogniserOf = createRecogniserOf(models, model => engines.of(model)?.recognition)
  return {
    transcription: createTranscription({
      recogniserOf,
      detector,
      decode: (path, signal) => studio.decode(path, { rate: 16_000, signal }),
      writeFigures: normaliseNumbers,
      folder: join(config.dataFolder, 'tmp'),
      onUsage,
    }),
    liveRecognition: createLiveRecognition({
      recogniserOf,
      detector,
      openSound: format => openLiveSound(format, opus),
      writeFigures: normaliseNumbers,
      newItemId: () => newId('item_'),
      onUsage,
      onError: error => logger.error({ err: error }, 'live recognition failed inside'),
    }),
  }
}
