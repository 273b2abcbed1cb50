import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { DocumentError } from '../document-error.ts'
import { type DocumentFile, megabytes } from '../limits.ts'
import { PlainText, tidied } from '../plain-text.ts'
import { annotationLines } from './form-fields.ts'
import { pageText } from './page-text.ts'

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** The text layer of every page, with the values of form fields. */
export async function readPdf(file: DocumentFile): Promise<string> {
  const { size } = await stat(file.path)
  if (size > file.limits.expandedBytes) {
    throw new DocumentError(
      `The PDF is larger than ${megabytes(file.limits.expandedBytes)}, the most accepted.`,
      'limit',
    )
  }
  const task = getDocument({
    data: new Uint8Array(await readFile(file.path)),
    // Chinese, Japanese and Korean fonts are often not embedded; these tables say what their codes mean.
    cMapUrl: join(library, 'cmaps/'),
    standardFontDataUrl: join(library, 'standard_fonts/'),
    wasmUrl: join(library, 'wasm/'),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    return await readPages(await task.promise.catch(unreadable), file)
  } finally {
    await task.destroy()
  }
}

async function readPages(document: PDFDocumentProxy, { limits }: DocumentFile): Promise<string> {
  const pages = document.numPages
  if (pages > limits.pages) {
    throw new DocumentError(`The PDF has ${pages} pages; at most ${limits.pages} are accepted.`, 'limit')
  }
  const text = new PlainText(limits.outputBytes)
  let readable = 0
  for (let number = 1; number <= pages; number += 1) {
    const shown = await readPage(document, number)
    if (shown === undefined) continue
    readable += 1
    const clean = tidied(shown)
    if (clean !== '') text.write(`${clean}\n\n`)
  }
  if (readable === 0) throw new DocumentError('The PDF is damaged: none of its pages can be read.', 'damaged')
  if (text.isEmpty) {
    const held = pages === 1 ? 'its one page holds' : `its ${pages} pages hold`
    throw new DocumentError(`The PDF has no text: ${held} only pictures.`, 'pictures-only')
  }
  return tidied(text.toString())
}

/** One damaged page does not cost the others. */
async function readPage(document: PDFDocumentProxy, number: number): Promise<string | undefined> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const fields = annotationLines(await page.getAnnotations())
    page.cleanup()
    return [pageText(items), ...fields].join('\n')
  } catch {
    return undefined
  }
}

function unreadable(error: unknown): never {
  if (error instanceof Error && error.name === 'PasswordException') {
    throw new DocumentError('The PDF is encrypted with a password; send it without one.', 'encrypted')
  }
  throw new DocumentError('The PDF is damaged: its structure cannot be read.', 'damaged', { cause: error })
}
