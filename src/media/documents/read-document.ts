import { extname } from 'node:path'
import { type ContentKind, contentKind } from './content-kind.ts'
import { DocumentError } from './document-error.ts'
import type { DocumentFile } from './limits.ts'

type Reader = (file: DocumentFile) => Promise<string>

/** The text of a document, read in this thread. Throws DocumentError for anything that the document is to blame for. */
export async function readDocument(file: DocumentFile & { filename: string }): Promise<string> {
  const extension = extname(file.filename).slice(1).toLowerCase()
  const text = await unlessDamaged(async () => {
    const read = await readerFor(await contentKind(file.path, extension), extension)
    return read(file)
  })
  if (text.trim() === '') throw new DocumentError('The document holds no text.', 'empty')
  return text
}

// Readers bring large libraries, so each is loaded when the first document of its kind comes.
async function readerFor(kind: ContentKind, extension: string): Promise<Reader> {
  if (kind === 'pdf') return (await import('./pdf/read-pdf.ts')).readPdf
  if (kind === 'zip') return (await import('./office/read-office.ts')).readOffice
  if (kind === 'ole') return (await import('./legacy/read-legacy.ts')).readLegacy
  switch (textFormat(kind, extension)) {
    case 'html':
      return (await import('./text/read-html.ts')).readHtml
    case 'xml':
      return (await import('./text/read-xml.ts')).readXml
    case 'csv':
      return (await import('./text/read-csv.ts')).readCsv
    case 'text':
      return (await import('./text/read-text.ts')).readText
  }
}

/** For text the name decides what its characters mean; names of other formats leave it to the content. */
function textFormat(kind: 'html' | 'xml' | 'text', extension: string): 'html' | 'xml' | 'csv' | 'text' {
  switch (extension) {
    case 'txt':
    case 'md':
    case 'markdown':
      return 'text'
    case 'csv':
    case 'tsv':
      return 'csv'
    case 'html':
    case 'htm':
      return 'html'
    case 'xml':
      return kind === 'html' ? 'html' : 'xml'
    case 'xls':
    case 'xlsx':
    case 'xlsm':
      // Programs that export "for Excel" often write a page or a table of text under this name.
      return kind === 'text' ? 'csv' : kind
    default:
      return kind
  }
}

async function unlessDamaged(read: () => Promise<string>): Promise<string> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DocumentError || isSystemError(error)) throw error
    throw new DocumentError('The document is damaged: it cannot be read.', 'damaged', { cause: error })
  }
}

/** The file could not be read from disk: not the fault of whoever sent the document. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
