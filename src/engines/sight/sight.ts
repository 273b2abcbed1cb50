import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { PlatformError } from '../../core/errors.ts'
import type { Sight, Sighting } from '../../core/sight.ts'
import type { Weights } from '../../core/weights.ts'
import { type DecodedPicture, decodePixels } from '../../media/pictures/decode-pixels.ts'
import { createTurns } from '../../media/turns.ts'
import type { SightReply, SightRequest, SightSettings } from './sight-messages.ts'

export const textWeights = 'pp-ocr-v4'
export const objectWeights = 'coco-ssd'

export interface SightOptions {
  /** How long the thread is kept without work. */
  readonly idleMs?: number
  readonly worker?: URL
}

type Seen = Omit<Sighting, 'width' | 'height'>

interface Waiting {
  resolve(seen: Seen): void
  reject(error: unknown): void
}

/** Letters are read at this size, where the picture has it; they are looked for at a smaller one. */
const longest = { low: 2048, high: 4096 }
/** One is looked at while the next is decoded: more would only hold memory. */
const atOnce = 2
const mostThreads = 4

/** Networks in a thread of their own, which comes with the first picture and goes when it was not needed for a while. */
export function createSight(weights: Weights, options: SightOptions = {}): Sight {
  const { idleMs = 300_000, worker: module = new URL('./sight-worker.ts', import.meta.url) } = options
  const waiting = new Map<number, Waiting>()
  const turns = createTurns(atOnce)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false
  let lastId = 0

  function lose(lost: Worker, cause: unknown): void {
    if (worker !== lost) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(failure(cause))
    waiting.clear()
  }

  function hire(settings: SightSettings): Worker {
    const hired = new Worker(module, { workerData: settings })
    hired.on('message', (reply: SightReply) => {
      const { resolve, reject } = waiting.get(reply.id) ?? {}
      waiting.delete(reply.id)
      if (waiting.size === 0) rest(hired)
      if ('seen' in reply) resolve?.(reply.seen)
      else reject?.(failure(reply.failed))
    })
    hired.on('error', cause => lose(hired, cause))
    hired.on('exit', cause => lose(hired, cause))
    return hired
  }

  function rest(resting: Worker): void {
    resting.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void dismiss(), idleMs)
    idle.unref()
  }

  async function dismiss(): Promise<void> {
    clearTimeout(idle)
    const dismissed = worker
    if (dismissed) lose(dismissed, 'closed')
    await dismissed?.terminate()
  }

  /** Throws while the weights are on their way. */
  function settings(): SightSettings {
    return {
      text: weights.folder(textWeights),
      objects: weights.folder(objectWeights),
      threads: Math.min(mostThreads, availableParallelism()),
    }
  }

  async function see(picture: DecodedPicture, detail: 'low' | 'high', signal: AbortSignal): Promise<Seen> {
    worker ??= hire(settings())
    clearTimeout(idle)
    lastId += 1
    const { promise, resolve, reject } = Promise.withResolvers<Seen>()
    waiting.set(lastId, { resolve, reject })
    const left = new Int32Array(new SharedArrayBuffer(4))
    const { width, height, data } = picture
    const request: SightRequest = { id: lastId, pixels: { width, height, data }, detail, left }
    worker.ref()
    worker.postMessage(request, [data.buffer])
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
      await dismiss()
    },
  }
}

function failure(cause: unknown): PlatformError {
  return new PlatformError('internal_error', 'The picture could not be looked at.', { cause })
}
