import { readFile } from 'node:fs/promises'
import type { Weights } from './core/weights.ts'
import { createSight } from './engines/sight/sight.ts'
import { createFrameSampler } from './media/video/sample-frames.ts'
import type { Models } from './services/models.ts'
import { createHear } from './services/perception/hear.ts'
import { createPerception, type Perception } from './services/perception/perception.ts'
import { pictureWords } from './services/perception/picture-words.ts'
import type { Transcription } from './services/recognition/transcription.ts'
import type { IndexingParts } from './services/retrieval/indexing.ts'

export interface PerceptionBuildParts {
  readonly weights: Weights
  readonly models: Models
  readonly transcription: Transcription
}

const frames = { low: 4, high: 8 }
/** Tokens of a picture that is searched for: some passages. */
const indexedRoom = 2000

/** What puts pictures, video and sound into words, for whoever takes nothing else. */
export function buildPerception(
  { weights, models, transcription }: PerceptionBuildParts,
  closing: AsyncDisposableStack,
): { readonly perception: Perception; readonly describePicture: IndexingParts['describePicture'] } {
  const sight = createSight(weights)
  closing.defer(() => sight.close())
  const samplers = { low: createFrameSampler(frames.low), high: createFrameSampler(frames.high) }
  closing.defer(async () => void (await Promise.all([samplers.low.close(), samplers.high.close()])))
  const recogniser = models.list().find(({ capability }) => capability === 'recognition')?.id ?? ''
  return {
    perception: createPerception({
      sight,
      sampleVideo: (path, detail, signal) => samplers[detail].sample(path, signal),
      hear: createHear(transcription.transcribe, recogniser),
    }),
    describePicture: async (path, signal) =>
      pictureWords(await sight.look(await readFile(path), 'high', signal), indexedRoom),
  }
}
