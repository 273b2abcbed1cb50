import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Engine } from '../../core/engine.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { createModelProcess } from './model-process.ts'
import { createQueue } from './queue.ts'
import { createLlamaText } from './text.ts'

export interface LlamaOptions {
  /** A GGUF file. */
  readonly file: string
  /** How many tokens one conversation may have with its answer; else what the model was made for, up to 8192. */
  readonly context?: number
  /** How many answers are written at once. */
  readonly slots?: number
  /** Whether a GPU is used, or how many layers are put on it. */
  readonly gpu?: boolean | number
  /** Temperatures are scaled down, for models that are too small to take them. */
  readonly greedyLeaning?: boolean
  readonly idleSeconds?: number
}

export interface LlamaEngine extends Engine {
  /** Of the process in which the model runs, while it does. */
  readonly pid: number | undefined
}

const waitingAtMost = 64
const allLayers = 999

/** A language model on this machine, in a process of its own. Nothing is loaded before the first request. */
export function createLlamaEngine(options: LlamaOptions): LlamaEngine {
  const { file, context, slots = 4, gpu = false, greedyLeaning = false, idleSeconds = 600 } = options
  const process = createModelProcess(
    {
      file,
      slots,
      // llama.cpp's threads spin: with one for each core, any other work brings them to a standstill.
      threads: Math.max(1, availableParallelism() - 1),
      gpuLayers: typeof gpu === 'number' ? gpu : gpu ? allLayers : 0,
      ...omitUndefined({ context }),
    },
    idleSeconds,
  )
  return {
    text: createLlamaText({
      process,
      queue: createQueue(slots, waitingAtMost),
      isGreedyLeaning: greedyLeaning,
      newId: () => `call_${randomBytes(12).toString('hex')}`,
    }),
    get pid() {
      return process.pid
    },
    close: () => process.close(),
  }
}
