import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Blobs } from './core/blobs.ts'
import type { FileRecords } from './core/files.ts'
import type { Weights } from './core/weights.ts'
import { createEmbedder } from './engines/embeddings/embeddings.ts'
import { createSearxng } from './engines/searxng/search.ts'
import { type BuiltInTools, createBuiltInTools } from './services/built-in-tools.ts'
import type { Files } from './services/files/files.ts'
import { type IndexingParts, startIndexing } from './services/retrieval/indexing.ts'
import { createSearch } from './services/retrieval/search.ts'
import { createVectorStores, type VectorStores } from './services/retrieval/vector-stores.ts'
import type { Database } from './store/database.ts'
import { vectorStoreRecords } from './store/vector-stores.ts'

export interface RetrievalParts {
  readonly config: Config
  readonly database: Database
  readonly blobs: Blobs
  readonly weights: Weights
  readonly fileRecords: FileRecords
  readonly files: Files
  readonly describePicture: IndexingParts['describePicture']
  readonly logger: Logger
  readonly now: () => number
}

/** What models look things up in. */
export function buildRetrieval(
  parts: RetrievalParts,
  closing: AsyncDisposableStack,
): { readonly vectorStores: VectorStores; readonly builtInTools: BuiltInTools } {
  const { config, database, blobs, weights, fileRecords, files, describePicture, logger, now } = parts
  const records = vectorStoreRecords(database)
  const embedder = createEmbedder(weights)
  closing.defer(() => embedder.close())
  const indexing = startIndexing({
    records,
    files: fileRecords,
    blobs,
    embedder,
    describePicture,
    now,
    onError: (error, fileId) => logger.error({ err: error, fileId }, 'could not index a file'),
  })
  closing.defer(() => indexing.stop())
  const webSearch = config.webSearch === undefined ? undefined : createSearxng({ url: config.webSearch })
  closing.defer(() => webSearch?.close())
  const searchStore = createSearch({ records, files: fileRecords, blobs, embedder })
  return {
    vectorStores: createVectorStores({ records, files, now, onWaiting: indexing.wake }),
    builtInTools: createBuiltInTools({ webSearch, stores: records, searchStore }),
  }
}
