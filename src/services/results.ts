import type { Readable } from 'node:stream'
import type { Blobs, ByteRange } from '../core/blobs.ts'
import { newId } from '../core/ids.ts'
import type { ResultRecords, StoredResult } from '../core/results.ts'

export interface NewResult {
  readonly projectId: string
  readonly contentType: string
  /** What a browser saves it as. */
  readonly filename: string
  readonly keepSeconds: number
  readonly content: AsyncIterable<Uint8Array>
}

/** Things handed over by URL: kept for as long as their URL is good. */
export interface Results {
  keep(result: NewResult, signal?: AbortSignal): Promise<StoredResult>
  find(id: string): Promise<StoredResult | undefined>
  open(id: string, range?: ByteRange): Promise<Readable | undefined>
}

export function createResults(records: ResultRecords, blobs: Blobs, now: () => number): Results {
  return {
    async keep({ projectId, contentType, filename, keepSeconds, content }, signal) {
      const id = newId('')
      const { bytes } = await blobs.put(`results/${id}`, content, signal)
      const createdAt = now()
      const result = {
        id,
        projectId,
        contentType,
        filename,
        bytes,
        createdAt,
        expiresAt: createdAt + keepSeconds * 1000,
      }
      await records.insert(result)
      return result
    },
    find: id => records.find(id),
    open: (id, range) => blobs.open(`results/${id}`, range),
  }
}
