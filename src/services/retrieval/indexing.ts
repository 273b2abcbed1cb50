import type { Blobs } from '../../core/blobs.ts'
import type { Embedder } from '../../core/embedder.ts'
import { PlatformError } from '../../core/errors.ts'
import type { FileRecords } from '../../core/files.ts'
import type { FileToIndex, VectorStoreRecords } from '../../core/vector-stores.ts'
import { PictureError } from '../../media/pictures/picture-error.ts'
import { type ClaimedWork, startClaimedWork } from '../claimed-work.ts'
import { passagesOf } from './chunk.ts'
import { encodeIndex } from './passage-index.ts'

export interface IndexingParts {
  readonly records: VectorStoreRecords
  readonly files: FileRecords
  readonly blobs: Blobs
  readonly embedder: Embedder
  /** What can be read off a picture, in words. Throws `service_unavailable` while it can't be told yet. */
  readonly describePicture: (path: string, signal: AbortSignal) => Promise<string>
  readonly now: () => number
  readonly onError: (error: unknown, fileId: string) => void
  readonly lookEveryMs?: number
}

/** When something that is still on its way is looked at again. */
const laterMs = 1_000
/** How many passages go to the embedder in one piece. */
const batch = 32

export const indexBlob = (fileId: string): string => `vectors/${fileId}`

export function startIndexing(parts: IndexingParts): ClaimedWork {
  const { records, files, blobs, embedder, describePicture, now, onError, lookEveryMs } = parts

  const later = (file: FileToIndex) => records.renewIndexing(file, now() + laterMs)
  const fail = (file: FileToIndex, why: string) => records.finishIndexing(file, 'failed', why)

  async function index(file: FileToIndex, signal: AbortSignal): Promise<void> {
    const stored = await files.find(file.projectId, file.fileId)
    if (!stored) return fail(file, 'The file was deleted.')
    if (stored.status === 'processed') return later(file)
    if (stored.status === 'error') return fail(file, stored.statusDetails ?? 'The file could not be parsed.')
    // Another store has it already: the passages are the same.
    if (!(await isKept(indexBlob(file.fileId)))) {
      const text = stored.purpose === 'retrieval-image' ? await wordsOfPicture(file, signal) : await textOf(file)
      if (text === undefined) return later(file)
      const passages = passagesOf(text)
      if (passages.length === 0) return fail(file, 'There is no text in this file.')
      const vectors = await embedAll(passages, signal)
      if (!vectors) return later(file)
      await blobs.put(indexBlob(file.fileId), one(encodeIndex(passages, vectors)))
    }
    await records.finishIndexing(file, 'completed')
  }

  async function textOf({ fileId }: FileToIndex): Promise<string> {
    const content = await blobs.open(`texts/${fileId}`)
    const chunks: Buffer[] = []
    for await (const chunk of content ?? []) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  const wordsOfPicture = ({ fileId }: FileToIndex, signal: AbortSignal) =>
    whenThere(() => blobs.withFile(`files/${fileId}`, path => describePicture(path, signal)))

  const embedAll = (passages: readonly string[], signal: AbortSignal) =>
    whenThere(async () => {
      const vectors: Float32Array[] = []
      for (let at = 0; at < passages.length; at += batch) {
        vectors.push(...(await embedder.embed(passages.slice(at, at + batch), signal)))
      }
      return vectors
    })

  async function isKept(name: string): Promise<boolean> {
    const content = await blobs.open(name)
    content?.destroy()
    return content !== undefined
  }

  return startClaimedWork<FileToIndex>({
    claim: records.claimForIndexing,
    renew: records.renewIndexing,
    // A picture that can't be decoded today can't be tomorrow.
    work: (file, signal) =>
      index(file, signal).catch(error =>
        error instanceof PictureError ? fail(file, error.message) : Promise.reject(error),
      ),
    onError: (error, file) => onError(error, file?.fileId ?? ''),
    now,
    atATime: 1,
    ...(lookEveryMs !== undefined && { lookEveryMs }),
  })
}

/** Undefined while the weights that it needs are on their way. */
async function whenThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'service_unavailable') return undefined
    throw error
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
