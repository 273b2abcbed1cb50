import { availableParallelism } from 'node:os'
import { DocumentError } from './document-error.ts'
import { defaultLimits, type ExtractLimits } from './limits.ts'
import { ParserProcess } from './parser-process.ts'

export { documentExtensions } from './accepted.ts'
export { DocumentError, type DocumentFault } from './document-error.ts'
export type { ExtractLimits } from './limits.ts'

export interface DocumentExtractor {
  /** The plain text of a document; rejects with DocumentError when the document can't be read. */
  extract(file: { path: string; filename: string }, signal?: AbortSignal): Promise<string>
  close(): Promise<void>
}

export interface DocumentExtractorOptions {
  limits?: Partial<ExtractLimits>
  /** How many documents are parsed at the same time. */
  workers?: number
  /** How long a parser waits for the next document before it ends. */
  idleMs?: number
}

interface Waiting {
  start(parser: ParserProcess): void
  refuse(reason: unknown): void
}

const WAITING_LIMIT = 1000

/** Parsers are started when documents come, work through them in order, and end when none come for a while. */
export function createDocumentExtractor(options: DocumentExtractorOptions = {}): DocumentExtractor {
  const limits = { ...defaultLimits, ...options.limits }
  const most = options.workers ?? Math.max(1, Math.floor(availableParallelism() / 2))
  const parsers = new Set<ParserProcess>()
  const idle: ParserProcess[] = []
  const waiting: Waiting[] = []
  let idleTimer: NodeJS.Timeout | undefined
  let closed = false

  function takeParser(): ParserProcess | undefined {
    for (let rested = idle.pop(); rested !== undefined; rested = idle.pop()) {
      if (rested.isUsable) return rested
      discard(rested)
    }
    if (parsers.size >= most) return undefined
    const parser = new ParserProcess(limits)
    parsers.add(parser)
    return parser
  }

  function startWaiting(): void {
    while (waiting.length > 0) {
      const parser = takeParser()
      if (parser === undefined) return
      waiting.shift()?.start(parser)
    }
  }

  function putBack(parser: ParserProcess): void {
    if (parser.isUsable) idle.push(parser)
    else discard(parser)
    startWaiting()
    clearTimeout(idleTimer)
    idleTimer = setTimeout(letGo, options.idleMs ?? 10_000).unref()
  }

  function letGo(): void {
    for (const parser of idle.splice(0)) discard(parser)
  }

  function discard(parser: ParserProcess): void {
    parsers.delete(parser)
    void parser.stop()
  }

  /** Waits for a parser, in the order of asking. */
  function turn(signal: AbortSignal | undefined): Promise<ParserProcess> {
    const { promise, resolve, reject } = Promise.withResolvers<ParserProcess>()
    const leave = () => {
      waiting.splice(waiting.indexOf(place), 1)
      reject(signal?.reason)
    }
    const place: Waiting = {
      start(parser) {
        signal?.removeEventListener('abort', leave)
        resolve(parser)
      },
      refuse(reason) {
        signal?.removeEventListener('abort', leave)
        reject(reason)
      },
    }
    signal?.addEventListener('abort', leave)
    waiting.push(place)
    startWaiting()
    return promise
  }

  return {
    async extract(file, signal) {
      signal?.throwIfAborted()
      if (closed) throw closedError()
      if (waiting.length >= WAITING_LIMIT)
        throw new DocumentError('Too many documents are waiting to be parsed.', 'limit')
      const parser = await turn(signal)
      try {
        return await parser.parse(file, signal)
      } catch (error) {
        // Stopped in the middle: that says nothing about the document.
        throw closed ? closedError() : error
      } finally {
        putBack(parser)
      }
    },

    async close() {
      closed = true
      clearTimeout(idleTimer)
      for (const place of waiting.splice(0)) place.refuse(closedError())
      await Promise.all([...parsers].map(parser => parser.stop()))
    },
  }
}

function closedError(): Error {
  return new Error('The document extractor is closed.')
}
