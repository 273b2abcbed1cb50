import type { Readable } from 'node:stream'
import type { Blobs } from '../../core/blobs.ts'
import { invalid, PlatformError } from '../../core/errors.ts'
import type { FilePurpose, FileRecords, StoredFile } from '../../core/files.ts'
import { newId } from '../../core/ids.ts'
import { assertAcceptable, cleanFilename } from './acceptance.ts'

export const maxFileBytes = 128 * 1024 * 1024
const maxFilesPerProject = 1000
/** Enough for every signature that tells one format from another. */
const headBytes = 4100

/** Bytes that have arrived and are safe, but belong to nobody yet: a form may name the purpose after the file. */
export interface ReceivedFile {
  readonly id: string
  readonly bytes: number
  readonly sha256: string
  readonly head: Uint8Array
}

export interface Files {
  receive(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ReceivedFile>
  /** Makes it a file of the project, or throws what is wrong with it. */
  accept(
    projectId: string,
    received: ReceivedFile,
    named: { filename: string; purpose: FilePurpose },
  ): Promise<StoredFile>
  discard(received: ReceivedFile): Promise<void>
  list(projectId: string): Promise<StoredFile[]>
  get(projectId: string, id: string): Promise<StoredFile>
  delete(projectId: string, id: string): Promise<void>
  /** The parsed text of a `file-extract` file. */
  text(projectId: string, id: string): Promise<Readable>
  /** Runs `use` with a local path to the file's bytes. */
  withBytes<T>(file: StoredFile, use: (path: string) => Promise<T>): Promise<T>
}

export interface FileParts {
  readonly records: FileRecords
  readonly blobs: Blobs
  readonly now: () => number
  /** A file waits to be parsed. */
  readonly onWaiting: () => void
}

export function createFiles({ records, blobs, now, onWaiting }: FileParts): Files {
  async function get(projectId: string, id: string): Promise<StoredFile> {
    const file = await records.find(projectId, id)
    if (file) return file
    throw new PlatformError('file_not_found', `There is no file "${id}".`, { param: 'file_id' })
  }

  return {
    async receive(content, signal) {
      const id = newId('file-', 10)
      const head: Uint8Array[] = []
      const { bytes, sha256 } = await blobs.put(`files/${id}`, keepHead(content, head), signal)
      return { id, bytes, sha256, head: Buffer.concat(head).subarray(0, headBytes) }
    },
    async accept(projectId, { id, bytes, sha256, head }, { filename, purpose }) {
      const name = cleanFilename(filename)
      await assertAcceptable({ filename: name, purpose, bytes, head })
      if ((await records.count(projectId)) >= maxFilesPerProject) {
        throw invalid('file', `A project holds at most ${maxFilesPerProject} files; delete some first.`)
      }
      const needsParsing = purpose === 'file-extract' || purpose === 'retrieval-text'
      const file: StoredFile = {
        id,
        projectId,
        filename: name,
        purpose,
        bytes,
        sha256,
        createdAt: now(),
        status: needsParsing ? 'processed' : 'success',
      }
      await records.insert(file)
      if (needsParsing) onWaiting()
      return file
    },
    discard: ({ id }) => blobs.delete(`files/${id}`),
    list: projectId => records.list(projectId),
    get,
    async delete(projectId, id) {
      await get(projectId, id)
      // The record first: a crash in between leaves blobs without an owner, which the sweeper removes.
      await records.delete(projectId, id)
      await blobs.delete(`files/${id}`)
      await blobs.delete(`texts/${id}`)
      await blobs.delete(`vectors/${id}`)
    },
    async text(projectId, id) {
      const file = await get(projectId, id)
      if (file.purpose !== 'file-extract') {
        throw invalid('file_id', `Only files with purpose "file-extract" have content; "${id}" has "${file.purpose}".`)
      }
      if (file.status === 'processed') {
        throw invalid('file_id', `The file "${id}" is still being parsed; ask again when its status is "success".`)
      }
      const text = file.status === 'success' ? await blobs.open(`texts/${id}`) : undefined
      if (text) return text
      throw invalid('file_id', `The file "${id}" could not be parsed: ${file.statusDetails ?? 'its text is missing'}`)
    },
    withBytes: (file, use) => blobs.withFile(`files/${file.id}`, use),
  }
}

async function* keepHead(content: AsyncIterable<Uint8Array>, head: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let kept = 0
  for await (const chunk of content) {
    if (kept < headBytes) {
      head.push(chunk.slice(0, headBytes - kept))
      kept += chunk.byteLength
    }
    yield chunk
  }
}
