import { buffer } from 'node:stream/consumers'
import type { Blobs } from '../../core/blobs.ts'
import type { FoundPassage } from '../../core/built-in-tools.ts'
import type { Embedder } from '../../core/embedder.ts'
import type { FileRecords } from '../../core/files.ts'
import type { VectorStoreRecords } from '../../core/vector-stores.ts'
import { indexBlob } from './indexing.ts'
import { decodeIndex, type Passage, type PassageIndex, wordsAlone } from './passage-index.ts'
import { rank } from './rank.ts'
import { termsOf } from './terms.ts'

export interface SearchParts {
  readonly records: VectorStoreRecords
  readonly files: FileRecords
  readonly blobs: Blobs
  readonly embedder: Embedder
}

/** Looks a question up in one store of one project. */
export type SearchStore = (
  at: { readonly projectId: string; readonly storeId: string },
  question: string,
  signal: AbortSignal,
) => Promise<FoundPassage[]>

const passagesFound = 5
const keptBytes = 128 * 1024 * 1024

interface Candidate {
  readonly passage: Passage
  readonly fileId: string
}

export function createSearch({ records, files, blobs, embedder }: SearchParts): SearchStore {
  // By the order in which they were last used.
  const kept = new Map<string, PassageIndex>()

  async function indexOf(fileId: string): Promise<PassageIndex | undefined> {
    let index = kept.get(fileId)
    if (index === undefined) {
      const content = await blobs.open(indexBlob(fileId))
      if (!content) return undefined
      index = await decodeIndex(await buffer(content))
    }
    kept.delete(fileId)
    kept.set(fileId, index)
    let bytes = kept.values().reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= keptBytes) break
      kept.delete(oldest)
      bytes -= freed
    }
    return index
  }

  return async ({ projectId, storeId }, question, signal) => {
    const [vector] = await embedder.embed([question], signal)
    if (!vector) return []
    const asked = { vector, terms: termsOf(question) }
    // The best of each file, then the best of those: what is compared at once stays small.
    const best: Candidate[] = []
    for (const { fileId, description } of await records.completedFiles(storeId)) {
      const index = await indexOf(fileId)
      signal.throwIfAborted()
      const passages = index?.passages ?? []
      const all = description === undefined ? passages : [...passages, wordsAlone(description)]
      const candidates = all.map(passage => ({ passage, fileId }))
      best.push(...rank(asked, candidates, passagesFound).map(({ item }) => item))
    }
    const found: FoundPassage[] = []
    for (const { item } of rank(asked, best, passagesFound)) {
      const file = await files.find(projectId, item.fileId)
      found.push({
        index: found.length + 1,
        url: item.fileId,
        title: file?.filename ?? item.fileId,
        summary: item.passage.text,
      })
    }
    return found
  }
}
