import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RecognitionRequest } from '../../src/core/recognition.ts'
import { createRecogniserEngine } from '../../src/engines/recogniser/recogniser-engine.ts'
import { weightsHere } from '../../test/support/recognition/weights-here.ts'

export interface Subject {
  recognise(samples: Float32Array, language: string): Promise<string>
  close(): Promise<void>
}

const threads = 2

/** By name; each runs in a process of its own, so that its memory and its time are its own. */
export const subjects: Readonly<Record<string, (weights: string) => Promise<Subject>>> = {
  'medley, live': weights => medley(weights, 'live'),
  'medley, usual': weights => medley(weights, 'usual'),
  'medley, best': weights => medley(weights, 'best'),
  'transformers.js, whisper-base': weights => transformers(weights),
}

async function medley(weights: string, effort: RecognitionRequest['effort']): Promise<Subject> {
  const engine = createRecogniserEngine({ threads }, weightsHere(weights))
  const { signal } = new AbortController()
  return {
    async recognise(samples, language) {
      const heard = await engine.recognition?.recognise({ model: 'x', samples, language, hotwords: [], effort }, signal)
      return heard?.text ?? ''
    },
    close: () => engine.close(),
  }
}

type Pipeline = (samples: Float32Array, options: object) => Promise<{ text: string }>
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string }
  pipeline(task: string, model: string, options: object): Promise<Pipeline & { dispose(): Promise<void> }>
}

const languages: Readonly<Record<string, string>> = { en: 'english', zh: 'chinese' }

/** The same weights, in the library that they were exported for. */
async function transformers(weights: string): Promise<Subject> {
  const peers = createRequire(join(import.meta.dirname, 'peers/package.json'))
  const library: Transformers = await import(pathToFileURL(peers.resolve('@huggingface/transformers')).href)
  Object.assign(library.env, { allowRemoteModels: false, localModelPath: weights })
  const recognise = await library.pipeline('automatic-speech-recognition', 'whisper-base', {
    dtype: 'q8',
    device: 'cpu',
    session_options: { intraOpNumThreads: threads, logSeverityLevel: 3 },
  })
  return {
    recognise: async (samples, language) =>
      (await recognise(samples, { language: languages[language] ?? language, task: 'transcribe' })).text,
    close: () => recognise.dispose(),
  }
}
