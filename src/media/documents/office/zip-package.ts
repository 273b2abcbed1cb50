import { TextDecoder } from 'node:util'
import type { Entry, ZipFile } from 'yauzl'
import { DocumentError, encryptedDocument } from '../document-error.ts'
import { type DocumentFile, megabytes } from '../limits.ts'
import { readXml, type XmlHandler } from '../xml-events.ts'
import { openZip } from './open-zip.ts'

const ENTRY_LIMIT = 50_000
const DEPTH_LIMIT = 512

/** The parts of an Office document. Parts are inflated as they are read and never written anywhere. */
export class ZipPackage {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #expandedLimit: number
  #expanded = 0

  static async open(file: DocumentFile): Promise<ZipPackage> {
    // Names are kept as bytes: the library refuses names that lead out of a folder, but here a name is only a key.
    const zip = await openZip(file.path, { autoClose: false, decodeStrings: false }).catch(damaged)
    const entries = await listEntries(zip).catch(error => {
      zip.close()
      return damaged(error)
    })
    return new ZipPackage(zip, entries, file.limits.expandedBytes)
  }

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, expandedLimit: number) {
    this.#zip = zip
    this.#entries = entries
    this.#expandedLimit = expandedLimit
  }

  get names(): Iterable<string> {
    return this.#entries.keys()
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name))
  }

  /** Reads one part; a part that is not there reads as empty. */
  async readXml(name: string, handler: XmlHandler): Promise<void> {
    const entry = this.#entries.get(partKey(name))
    if (entry !== undefined) await readXml(this.#text(entry), handler, DEPTH_LIMIT)
  }

  /** The beginning of a small part, such as the line in which an archive names its own type. */
  async head(name: string): Promise<string> {
    const entry = this.#entries.get(partKey(name))
    if (entry === undefined) return ''
    for await (const text of this.#text(entry)) if (text !== '') return text
    return ''
  }

  close(): void {
    this.#zip.close()
  }

  async *#text(entry: Entry): AsyncGenerator<string> {
    if (entry.isEncrypted()) {
      throw encryptedDocument()
    }
    let decoder: TextDecoder | undefined
    const stream = await this.#zip.openReadStreamPromise(entry).catch(damaged)
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.#count(chunk.length)
        decoder ??= new TextDecoder(encodingOf(chunk))
        yield decoder.decode(chunk, { stream: true })
      }
    } catch (error) {
      damaged(error)
    } finally {
      stream.destroy()
    }
    if (decoder !== undefined) yield decoder.decode()
  }

  #count(bytes: number): void {
    this.#expanded += bytes
    if (this.#expanded > this.#expandedLimit) {
      throw new DocumentError(
        `The document expands to more than ${megabytes(this.#expandedLimit)}, the most accepted.`,
        'limit',
      )
    }
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRY_LIMIT) {
    throw new DocumentError(`The document is an archive of more than ${ENTRY_LIMIT} parts, the most accepted.`, 'limit')
  }
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(partKey(entry.fileName.toString()), entry)
  return entries
}

// Part names are compared without regard to case, and some writers use backslashes or a leading slash.
function partKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

function encodingOf(firstChunk: Buffer): string {
  if (firstChunk[0] === 0xff && firstChunk[1] === 0xfe) return 'utf-16le'
  if (firstChunk[0] === 0xfe && firstChunk[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

function damaged(error: unknown): never {
  if (error instanceof DocumentError) throw error
  throw new DocumentError('The document is damaged or cut short: its parts cannot be unpacked.', 'damaged', {
    cause: error,
  })
}
