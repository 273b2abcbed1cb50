import { availableParallelism } from 'node:os'
import type { Engine } from '../../core/engine.ts'
import type { Recognised, RecognitionRequest } from '../../core/recognition.ts'
import type { Weights } from '../../core/weights.ts'
import { chooseModel, type ModelName, type Quality } from './choose-model.ts'
import type { Transcript } from './model.ts'
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
/** What is looked at together grows with the square of the length, in time and in memory. */
const stretch = { good: 7, longest: 12 }

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
    const { samples, hotwords, prompt, draft, effort } = request
    if (samples.length > longestSamples) {
      throw new RangeError(`a stretch is at most ${longestSamples} samples, got ${samples.length}`)
    }
    const urgent = effort === 'live'
    const wanted = { effort, ...options, ...(request.language !== undefined && { language: request.language }) }
    if (samples.length < fewestSamples || isSilent(samples))
      return { text: '', language: request.language ?? 'en', words: [] }
    const { name, width, asks } = chooseModel(wanted, isReady)
    const taskIn = (language: string | undefined) => ({
      samples,
      hotwords,
      hurried: urgent,
      width: hotwords.length > 0 ? Math.max(hotwordWidth, width) : width,
      ...(language !== undefined && { language }),
      ...(prompt !== undefined && { prompt }),
      ...(draft !== undefined && { draft }),
    })
    const transcript = asks
      ? await inFoundLanguage(asks)
      : await workerOf(name).recognise(taskIn(request.language), urgent, signal)
    return { ...transcript, text: transcript.words.map(({ word }) => word).join('') }

    /** It may well be English: while the language is looked for, it is heard as such. */
    async function inFoundLanguage(asked: ModelName): Promise<Transcript> {
      const guessing = new AbortController()
      const english = chooseModel({ ...wanted, language: 'en' }, isReady).name
      const guess = workerOf(english).recognise(taskIn('en'), urgent, AbortSignal.any([signal, guessing.signal]))
      guess.catch(() => undefined)
      const language = await workerOf(asked).language(samples, signal)
      const chosen = chooseModel({ ...wanted, language }, isReady).name
      if (chosen === english && language === 'en') return guess
      guessing.abort(new Error('it is another language'))
      return workerOf(chosen).recognise(taskIn(language), urgent, signal)
    }
  }

  return {
    recognition: { recognise, stretch },
    async close() {
      await Promise.all([...workers.values()].map(worker => worker.close()))
      workers.clear()
    },
  }
}
