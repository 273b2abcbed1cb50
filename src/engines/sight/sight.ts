import { availableParallelism } from 'node:os'
import { PlatformError } from '../../core/errors.ts'
import type { Sight } from '../../core/sight.ts'
import type { Weights } from '../../core/weights.ts'
import { type DecodedPicture, decodePixels } from '../../media/pictures/decode-pixels.ts'
import { createTurns } from '../../media/turns.ts'
import { createAskedThread } from '../asked-thread/asked-thread.ts'
import type { Seen, SightQuestion, SightSettings } from './sight-messages.ts'

export const textWeights = 'pp-ocr-v4'
export const objectWeights = 'coco-ssd'

export interface SightOptions {
  /** How long the thread is kept without work. */
  readonly idleMs?: number
  readonly worker?: URL
}

/** Letters are read at this size, where the picture has it; they are looked for at a smaller one. */
const longest = { low: 2048, high: 4096 }
/** One is looked at while the next is decoded: more would only hold memory. */
const atOnce = 2
const mostThreads = 4

/** Networks in a thread of their own, which comes with the first picture and goes when it was not needed for a while. */
export function createSight(weights: Weights, options: SightOptions = {}): Sight {
  const { idleMs = 300_000, worker: module = new URL('./sight-worker.ts', import.meta.url) } = options
  const turns = createTurns(atOnce)
  const thread = createAskedThread<SightQuestion, Seen>({ module, settings, idleMs, failure })
  let closed = false

  /** Throws while the weights are on their way. */
  function settings(): SightSettings {
    return {
      text: weights.folder(textWeights),
      objects: weights.folder(objectWeights),
      threads: Math.min(mostThreads, availableParallelism()),
    }
  }

  async function see(picture: DecodedPicture, detail: 'low' | 'high', signal: AbortSignal): Promise<Seen> {
    const left = new Int32Array(new SharedArrayBuffer(4))
    const { width, height, data } = picture
    const { promise, resolve, reject } = Promise.withResolvers<Seen>()
    thread.ask({ pixels: { width, height, data }, detail, left }, [data.buffer]).then(resolve, reject)
    const leave = () => {
      Atomics.store(left, 0, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    look: (bytes, detail, signal) =>
      turns.take(async () => {
        if (closed) throw failure('closed')
        settings()
        const picture = await decodePixels(bytes, { longest: longest[detail] }, signal)
        return { ...picture.given, ...(await see(picture, detail, signal)) }
      }, signal),
    async close() {
      closed = true
      await thread.close()
    },
  }
}

function failure(cause: unknown): PlatformError {
  return new PlatformError('internal_error', 'The picture could not be looked at.', { cause })
}
