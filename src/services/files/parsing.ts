import type { Blobs } from '../../core/blobs.ts'
import type { FileRecords, StoredFile } from '../../core/files.ts'
import { DocumentError, type DocumentExtractor } from '../../media/documents/extract.ts'

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

/** A claim is short and renewed: after a crash another process, or the next start, takes the file up within seconds. */
const leaseMs = 10_000
const renewEveryMs = 3_000
/** One large document does not hold up the others. */
const atATime = 4

export function startFileParsing(parts: ParsingParts): FileParsing {
  const { records, blobs, extractor, now, onError, lookEveryMs = 2_000 } = parts
  const stopping = new AbortController()
  const loops = new Set<Promise<void>>()
  let again = false

  async function parse(file: StoredFile): Promise<void> {
    const renewal = setInterval(() => {
      records.renewParsing(file.id, now() + leaseMs).catch(error => onError(error, file.id))
    }, renewEveryMs)
    try {
      const text = await textOrReason(file)
      if ('reason' in text) {
        await records.finishParsing(file.id, 'error', text.reason)
        return
      }
      await blobs.put(`texts/${file.id}`, one(text.content))
      const stillThere = await records.finishParsing(file.id, 'success')
      if (!stillThere) await blobs.delete(`texts/${file.id}`)
    } finally {
      clearInterval(renewal)
    }
  }

  async function textOrReason(file: StoredFile): Promise<{ content: string } | { reason: string }> {
    try {
      const content = await blobs.withFile(`files/${file.id}`, path =>
        extractor.extract({ path, filename: file.filename }, stopping.signal),
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

  async function drain(): Promise<void> {
    for (;;) {
      if (stopping.signal.aborted) return
      const file = await records.claimForParsing(now(), now() + leaseMs)
      if (!file) return
      // Where there is one there may be more.
      wake()
      try {
        await parse(file)
      } catch (error) {
        // After a failure the claim runs out and the file is taken up again; on the way out it is handed back at once.
        if (stopping.signal.aborted) await records.renewParsing(file.id, 0)
        else onError(error, file.id)
      }
    }
  }

  async function work(): Promise<void> {
    do {
      again = false
      await drain().catch(error => onError(error, ''))
    } while (again && !stopping.signal.aborted)
  }

  function wake(): void {
    again = true
    if (loops.size >= atATime || stopping.signal.aborted) return
    const loop = work().finally(() => loops.delete(loop))
    loops.add(loop)
  }

  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  wake()
  return {
    wake,
    waiting: () => records.countWaiting(),
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
