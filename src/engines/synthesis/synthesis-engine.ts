import { availableParallelism } from 'node:os'
import type { Engine } from '../../core/engine.ts'
import { invalid } from '../../core/errors.ts'
import type { Sound } from '../../core/sound.ts'
import type { SpeechRequest, SpeechVoice } from '../../core/speech.ts'
import type { Weights } from '../../core/weights.ts'
import {
  asksInVain,
  chooseFamily,
  type Families,
  type FamilyChoice,
  type FamilyDefinition,
  ownFamilies,
} from './families.ts'
import type { JobVoice, SpeechJob } from './protocol.ts'
import { createVoiceWorker, type VoiceWorker } from './voice-worker.ts'

export interface SynthesisOptions extends FamilyChoice {
  readonly weights: Weights
  /** Where what was learnt of recordings is kept. */
  readonly learned: string
  /** The voices are loaded at the start, and not when the first is asked for. */
  readonly preload?: boolean
  readonly threads?: number
  /** How many requests are spoken in turns; more are turned away. */
  readonly atOnce?: number
  /** Seconds without work after which the voices leave memory; 0: never. */
  readonly idleSeconds?: number
  /** Told what the operator should know about the choice of voices. */
  readonly onNotice?: (message: string) => void
  /** Others for tests. */
  readonly families?: Families
}

export const listenerWeights = 'speaker-encoder'

const mostThreads = 4

/** The voices that come with Medley; each family that is used has a thread of its own. */
export function createSynthesisEngine(options: SynthesisOptions): Engine {
  const { weights, atOnce = 32, idleSeconds = 0, families = ownFamilies } = options
  const workers = new Map<FamilyDefinition, VoiceWorker>()
  if (asksInVain(families, options)) {
    options.onNotice?.('There are no fast voices in the catalogue: "quality: fast" is served by the studio voices.')
  }

  function workerOf(family: FamilyDefinition): VoiceWorker {
    const hired = workers.get(family)
    if (hired) return hired
    const worker = createVoiceWorker({
      atOnce,
      idleSeconds,
      settings: () => ({
        family: { module: family.module.href, folder: weights.folder(family.weights) },
        ...listenerOf(weights),
        learned: options.learned,
        threads: options.threads ?? Math.min(mostThreads, availableParallelism()),
      }),
    })
    workers.set(family, worker)
    return worker
  }

  async function* speak(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<Sound> {
    const { text, speed, manner, pronunciations, seed } = request
    const family = chooseFamily(families, options, request.voice)
    // Before the worker is hired: this tells the caller how far they have come.
    weights.folder(family.weights)
    const voice = await jobVoice(request.voice, family, weights, signal)
    const job: SpeechJob = { text, voice, speed, manner, pronunciations, seed }
    yield* workerOf(family).speak(job, signal)
  }

  async function prepare(voice: SpeechVoice, signal: AbortSignal): Promise<void> {
    const family = chooseFamily(families, options, voice)
    weights.folder(family.weights)
    const wanted = await jobVoice(voice, family, weights, signal)
    if (wanted.kind === 'cloned') await workerOf(family).learn(wanted.recording, signal)
    else await workerOf(family).load()
  }

  if (options.preload) {
    for (const family of familiesOf(families, options)) {
      // What keeps the voices from being loaded is told to the first who asks for one.
      if (weights.state(family.weights).state === 'ready')
        workerOf(family)
          .load()
          .catch(() => undefined)
    }
  }
  return {
    speech: { speak, prepare },
    async close() {
      await Promise.all([...workers.values()].map(worker => worker.close()))
    },
  }
}

/** Those that the system's voices are spoken with. */
function familiesOf(families: Families, choice: FamilyChoice): Set<FamilyDefinition> {
  return new Set(families.studio.voices.map(id => chooseFamily(families, choice, { kind: 'system', id })))
}

function listenerOf(weights: Weights): { readonly listener?: string } {
  const state = weights.state(listenerWeights)
  return state.state === 'ready' ? { listener: state.folder } : {}
}

async function jobVoice(
  voice: SpeechVoice,
  family: FamilyDefinition,
  weights: Weights,
  signal: AbortSignal,
): Promise<JobVoice> {
  if (voice.kind === 'cloned') {
    weights.folder(listenerWeights)
    return { kind: 'cloned', recording: await voice.recording(signal) }
  }
  if (!family.voices.includes(voice.id)) {
    throw invalid('voice', `There is no voice "${voice.id}"; there are ${family.voices.join(', ')}.`)
  }
  return { kind: 'system', id: voice.id }
}
