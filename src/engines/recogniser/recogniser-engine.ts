import { availableParallelism } from 'node:os'
import type { Engine } from '../../core/engine.ts'
import type { Recognised, RecognitionRequest } from '../../core/recognition.ts'
import type { Weights } from '../../core/weights.ts'
import { chooseModel, type ModelName, type Quality } from './choose-model.ts'
import { ModelWorker } from './model-worker.ts'
import { isSilent } from './signal/silence.ts'

export interface RecogniserOptions {
  /** How much time a word may cost; absent, each request's effort says. */
  readonly quality?: Quality
  /** One network for everything, whatever the effort. */
  readonly name?: ModelName
  readonly threads?: number
  readonly idleSeconds?: number
}

const longestSamples = 30 * 16_000
/** A moment of sound that is needed for a word to be in it. */
const fewestSamples = 1600
const hotwordWidth = 4

/** Recognition by networks in threads of this process. Opened is not loaded: a network comes with its first stretch. */
export function createRecogniserEngine(options: RecogniserOptions, weights: Weights): Engine {
  const { threads = Math.min(4, availableParallelism()), idleSeconds = 600 } = options
  const workers = new Map<ModelName, ModelWorker>()

  function workerOf(name: ModelName): ModelWorker {
    const known = workers.get(name)
    if (known) return known
    const kind = name.startsWith('whisper') ? 'whisper' : 'moonshine'
    const worker = new ModelWorker({ kind, folder: weights.folder(name), threads }, idleSeconds)
    workers.set(name, worker)
    return worker
  }

  const isReady = (name: ModelName) => weights.state(name).state === 'ready'

  async function recognise(request: RecognitionRequest, signal: AbortSignal): Promise<Recognised> {
    signal.throwIfAborted()
    const { samples, hotwords, prompt, effort } = request
    if (samples.length > longestSamples) {
      throw new RangeError(`a stretch is at most ${longestSamples} samples, got ${samples.length}`)
    }
    const urgent = effort === 'live'
    const wanted = { effort, ...options, ...(request.language !== undefined && { language: request.language }) }
    if (samples.length < fewestSamples || isSilent(samples))
      return { text: '', language: request.language ?? 'en', words: [] }
    const { name, width, asks } = chooseModel(wanted, isReady)
    const language = asks ? await workerOf(asks).language(samples, signal) : request.language
    const chosen = asks && language ? chooseModel({ ...wanted, language }, isReady).name : name
    const task = {
      samples,
      hotwords,
      hurried: urgent,
      width: hotwords.length > 0 ? Math.max(hotwordWidth, width) : width,
      ...(language !== undefined && { language }),
      ...(prompt !== undefined && { prompt }),
    }
    const transcript = await workerOf(chosen).recognise(task, urgent, signal)
    return { ...transcript, text: transcript.words.map(({ word }) => word).join('') }
  }

  return {
    recognition: { recognise },
    async close() {
      await Promise.all([...workers.values()].map(worker => worker.close()))
      workers.clear()
    },
  }
}
