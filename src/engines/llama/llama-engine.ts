import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Engine } from '../../core/engine.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { createModelProcess } from './model-process.ts'
import { createQueue } from './queue.ts'
import { sensesOf } from './senses.ts'
import { createLlamaText } from './text.ts'

export interface LlamaOptions {
  /** A GGUF file. */
  readonly file: string
  /** The projector of a model that sees, a GGUF file too: pictures reach the model itself. */
  readonly mmproj?: string
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
  const { file, mmproj, context, gpu = false, greedyLeaning = false, idleSeconds = 600 } = options
  // What makes tokens of pictures keeps a prompt, and with it its pictures, only for one answer at a time.
  const slots = mmproj === undefined ? (options.slots ?? 4) : 1
  const process = createModelProcess(
    {
      file,
      slots,
      // llama.cpp's threads spin: with one for each core, any other work brings them to a standstill.
      threads: Math.max(1, availableParallelism() - 1),
      gpuLayers: typeof gpu === 'number' ? gpu : gpu ? allLayers : 0,
      ...omitUndefined({ mmproj, context }),
    },
    idleSeconds,
  )
  return {
    text: createLlamaText({
      process,
      queue: createQueue(slots, waitingAtMost),
      sees: sensesOf(mmproj),
      isGreedyLeaning: greedyLeaning,
      newId: () => `call_${randomBytes(12).toString('hex')}`,
    }),
    get pid() {
      return process.pid
    },
    close: () => process.close(),
  }
}
