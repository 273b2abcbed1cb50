import type { Embedder } from '../../core/embedder.ts'
import { PlatformError } from '../../core/errors.ts'
import type { Weights } from '../../core/weights.ts'
import { createAskedThread } from '../asked-thread/asked-thread.ts'

export const embeddingWeights = 'minilm-l6-v2'

/** A small network in a thread of its own. */
export function createEmbedder(weights: Weights, idleMs = 300_000): Embedder {
  const { ask, close } = createAskedThread<readonly string[], Float32Array[]>({
    module: new URL('./embeddings-worker.ts', import.meta.url),
    settings: () => weights.folder(embeddingWeights),
    idleMs,
    failure: cause => new PlatformError('internal_error', 'The embeddings could not be made.', { cause }),
  })
  return {
    async embed(texts, signal) {
      signal.throwIfAborted()
      return texts.length === 0 ? [] : ask(texts)
    },
    close,
  }
}
