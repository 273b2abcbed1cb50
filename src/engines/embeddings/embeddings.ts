import { Worker } from 'node:worker_threads'
import type { Embedder } from '../../core/embedder.ts'
import { PlatformError } from '../../core/errors.ts'
import type { Weights } from '../../core/weights.ts'
import type { EmbeddingsReply, EmbeddingsRequest } from './embeddings-worker.ts'

export const embeddingWeights = 'minilm-l6-v2'

interface Waiting {
  resolve(vectors: Float32Array[]): void
  reject(error: unknown): void
}

/** A small network in a thread of its own, which comes with the first text and goes when it was not needed for a while. */
export function createEmbedder(weights: Weights, idleMs = 300_000): Embedder {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function lose(lost: Worker, cause: unknown): void {
    if (worker !== lost) return
    worker = undefined
    const error = new PlatformError('internal_error', 'The embeddings could not be made.', { cause })
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function hire(): Worker {
    const hired = new Worker(new URL('./embeddings-worker.ts', import.meta.url), {
      workerData: weights.folder(embeddingWeights),
    })
    hired.on('message', (reply: EmbeddingsReply) => {
      const { resolve, reject } = waiting.get(reply.id) ?? {}
      waiting.delete(reply.id)
      if (waiting.size === 0) rest(hired)
      if ('vectors' in reply) resolve?.([...reply.vectors])
      else reject?.(new PlatformError('internal_error', 'The embeddings could not be made.', { cause: reply.failed }))
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

  return {
    async embed(texts, signal) {
      signal.throwIfAborted()
      if (texts.length === 0) return []
      worker ??= hire()
      clearTimeout(idle)
      lastId += 1
      const request: EmbeddingsRequest = { id: lastId, texts }
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
      waiting.set(request.id, { resolve, reject })
      worker.ref()
      worker.postMessage(request)
      return promise
    },
    close: dismiss,
  }
}
