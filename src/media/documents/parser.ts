import { DocumentError, type DocumentFault } from './document-error.ts'
import type { ExtractLimits } from './limits.ts'
import { readDocument } from './read-document.ts'

// The process that parses: one document at a time, from the server that started it, with which it ends.

export interface ParserJob {
  path: string
  filename: string
  limits: ExtractLimits
}

export type ParserAnswer =
  | { type: 'text'; text: string }
  | { type: 'refused'; fault: DocumentFault; message: string }
  | { type: 'failed'; message: string }

process.on('message', (job: ParserJob) => {
  answer(job).then(result => process.send?.(result))
})
process.on('disconnect', () => process.exit())

async function answer(job: ParserJob): Promise<ParserAnswer> {
  try {
    return { type: 'text', text: await readDocument(job) }
  } catch (error) {
    if (error instanceof DocumentError) return { type: 'refused', fault: error.fault, message: error.message }
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
