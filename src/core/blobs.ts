import type { Readable } from 'node:stream'

export interface ByteRange {
  readonly first: number
  /** Inclusive. */
  readonly last: number
}

export interface StoredBlob {
  readonly name: string
  readonly bytes: number
  readonly modifiedAt: number
}

/** Bytes kept under a name. A name is written once; what `put` has returned survives a crash. */
export interface Blobs {
  put(
    name: string,
    content: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<{ bytes: number; sha256: string }>
  /** Undefined when there is no such blob. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Runs `use` with a local file that holds the blob; the file is only valid inside. */
  withFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T>
  delete(name: string): Promise<void>
  /** Every blob, and the leavings of writes that never finished. */
  list(): AsyncIterable<StoredBlob>
  /** Proves that it can write, read and delete; throws what is wrong. */
  check(): Promise<void>
  close(): Promise<void>
}
