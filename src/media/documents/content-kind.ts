import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { acceptedList } from './accepted.ts'
import { DocumentError } from './document-error.ts'

export type ContentKind = 'pdf' | 'zip' | 'ole' | 'html' | 'xml' | 'text'

const HEAD_BYTES = 8192
const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** What a file is by its first bytes, whatever its name says. Throws for files that are something else altogether. */
export async function contentKind(path: string, extension: string): Promise<ContentKind> {
  const head = await readHead(path)
  if (head.length === 0) throw new DocumentError('The file is empty: it has 0 bytes.', 'empty')
  const ascii = head.toString('latin1')
  if (ascii.slice(0, 1024).includes('%PDF-')) return 'pdf'
  if (/^PK(\x03\x04|\x05\x06|\x07\x08)/.test(ascii)) return 'zip'
  if (head.subarray(0, 8).equals(oleMagic)) return 'ole'
  if (ascii.startsWith('{\\rtf')) throw foreign('an RTF document', extension)
  await refuseForeign(head, extension)
  // Damage at the start of a PDF is common enough that readers look for its objects instead.
  if (extension === 'pdf' && /\d obj\b/.test(ascii)) return 'pdf'
  const opening = ascii.replace(/[\0\ufeff]|^(\xff\xfe|\xfe\xff|\xef\xbb\xbf)/g, '').trimStart()
  if (/^(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<(!doctype\s+html|html)\b/i.test(opening)) return 'html'
  return opening.startsWith('<?xml') ? 'xml' : 'text'
}

async function refuseForeign(head: Buffer, extension: string): Promise<void> {
  // Short magic numbers also begin ordinary sentences ("BM…"), so only what is not text is looked up.
  if (!head.some(byte => byte < 0x07 || (byte > 0x0d && byte < 0x1a))) return
  const type = await fileTypeFromBuffer(head)
  if (type !== undefined) throw foreign(describe(type.mime, type.ext), extension)
}

function describe(mime: string, extension: string): string {
  const family = mime.split('/')[0]
  const name = extension.toUpperCase()
  if (family === 'image') return `a ${name} picture`
  if (family === 'audio') return `a ${name} sound file`
  if (family === 'video') return `a ${name} video`
  return `a ${name} file`
}

function foreign(what: string, extension: string): DocumentError {
  const claim = extension === '' ? 'not a document' : `not a ${extension} document`
  return new DocumentError(`The file is ${what}, ${claim}. ${acceptedList}`, 'not-accepted')
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
