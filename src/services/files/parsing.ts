import type { Blobs } from '../../core/blobs.ts'
import type { FileRecords, StoredFile } from '../../core/files.ts'
import { DocumentError, type DocumentExtractor } from '../../media/documents/extract.ts'
import { startClaimedWork } from '../claimed-work.ts'

export interface FileParsing {
  /** Looks for waiting files soon. */
  wake(): void
  /** How many files are parsed or wait for it, here and elsewhere. */
  waiting(): Promise<number>
  stop(): Promise<void>
}

export interface ParsingParts {
  readonly records: FileRecords
  readonly blobs: Blobs
  readonly extractor: DocumentExtractor
  readonly now: () => number
  readonly onError: (error: unknown, fileId: string) => void
  /** How often to look for files that another process began and did not finish. */
  readonly lookEveryMs?: number
}

/** One large document does not hold up the others. */
const atATime = 4

export function startFileParsing(parts: ParsingParts): FileParsing {
  const { records, blobs, extractor, now, onError, lookEveryMs = 2_000 } = parts

  async function parse(file: StoredFile, signal: AbortSignal): Promise<void> {
    const text = await textOrReason(file, signal)
    if ('reason' in text) {
      await records.finishParsing(file.id, 'error', text.reason)
      return
    }
    await blobs.put(`texts/${file.id}`, one(text.content))
    const stillThere = await records.finishParsing(file.id, 'success')
    if (!stillThere) await blobs.delete(`texts/${file.id}`)
  }

  async function textOrReason(
    file: StoredFile,
    signal: AbortSignal,
  ): Promise<{ content: string } | { reason: string }> {
    try {
      const content = await blobs.withFile(`files/${file.id}`, path =>
        extractor.extract({ path, filename: file.filename }, signal),
      )
      return { content }
    } catch (error) {
      if (error instanceof DocumentError) return { reason: error.message }
      // Trying again would not bring them back.
      if (!(await isKept(`files/${file.id}`))) return { reason: 'The bytes of this file are missing.' }
      throw error
    }
  }

  async function isKept(name: string): Promise<boolean> {
    const content = await blobs.open(name)
    content?.destroy()
    return content !== undefined
  }

  const { wake, stop } = startClaimedWork<StoredFile>({
    claim: records.claimForParsing,
    renew: ({ id }, leaseEnds) => records.renewParsing(id, leaseEnds),
    work: parse,
    onError: (error, file) => onError(error, file?.id ?? ''),
    now,
    atATime,
    lookEveryMs,
  })
  return { wake, waiting: () => records.countWaiting(), stop }
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
