import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../core/engine.ts'
import { invalid } from '../../core/errors.ts'
import type { Sound } from '../../core/sound.ts'
import type { SpeechRequest } from '../../core/speech.ts'
import type { Weights } from '../../core/weights.ts'
import type { JobVoice, SpeechJob } from './protocol.ts'
import { recipes } from './recipes.ts'
import { createVoiceWorker, type VoiceWorker } from './voice-worker.ts'

export interface SynthesisOptions {
  readonly weights: Weights
  /** Where what was learnt of recordings is kept. */
  readonly learned: string
  /** Which family of voices speaks; `fast` is served by `studio` as long as the catalogue has no fast one. */
  readonly quality?: Quality
  /** For single voices. */
  readonly voices?: Readonly<Record<string, Quality>>
  /** The voices are loaded at the start, and not when the first is asked for. */
  readonly preload?: boolean
  readonly threads?: number
  /** How many requests are spoken in turns; more are turned away. */
  readonly atOnce?: number
  /** Seconds without work after which the voices leave memory; 0: never. */
  readonly idleSeconds?: number
}

export type Quality = 'fast' | 'studio'

/** The entry of the catalogue that holds each family. */
export const studioWeights = 'kokoro-82m'
export const listenerWeights = 'speaker-encoder'

const mostThreads = 4

/** The voices that come with Medley, in a thread of their own. */
export function createSynthesisEngine(options: SynthesisOptions): Engine {
  const { weights, atOnce = 32, idleSeconds = 0 } = options
  const worker = createVoiceWorker({
    atOnce,
    idleSeconds,
    settings: () => ({
      family: weights.folder(studioWeights),
      ...listenerOf(weights),
      learned: options.learned,
      threads: options.threads ?? Math.min(mostThreads, availableParallelism()),
    }),
  })
  if (options.preload && weights.state(studioWeights).state === 'ready') preload(worker)
  return {
    speech: {
      speak: (request, signal) => speak(worker, weights, request, signal),
    },
    close: () => worker.close(),
  }
}

/** What keeps the voices from being loaded is told to the first who asks for one. */
function preload(worker: VoiceWorker): void {
  worker.load().catch(() => undefined)
}

function listenerOf(weights: Weights): { readonly listener?: string } {
  const state = weights.state(listenerWeights)
  return state.state === 'ready' ? { listener: join(state.folder, 'speaker-encoder.onnx') } : {}
}

async function* speak(
  worker: VoiceWorker,
  weights: Weights,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Sound> {
  const { text, speed, manner, pronunciations, seed } = request
  // Before the worker is hired: this tells the caller how far they have come.
  weights.folder(studioWeights)
  const voice = await jobVoice(request, weights, signal)
  const job: SpeechJob = { text, voice, speed, manner, pronunciations, seed }
  yield* worker.speak(job, signal)
}

async function jobVoice({ voice }: SpeechRequest, weights: Weights, signal: AbortSignal): Promise<JobVoice> {
  if (voice.kind === 'cloned') {
    weights.folder(listenerWeights)
    return { kind: 'cloned', recording: await voice.recording(signal) }
  }
  if (!Object.hasOwn(recipes, voice.id)) {
    throw invalid('voice', `There is no voice "${voice.id}"; there are ${Object.keys(recipes).join(', ')}.`)
  }
  return { kind: 'system', id: voice.id }
}
