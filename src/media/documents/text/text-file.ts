import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { DocumentError } from '../document-error.ts'
import { type DocumentFile, megabytes } from '../limits.ts'
import { PlainText } from '../plain-text.ts'
import { byteOrderMark, guessEncoding, isNearlyUtf8, knownEncoding } from './encoding.ts'

const CHUNK_BYTES = 64 * 1024
const SAMPLE_CHUNKS = 3

interface Survey {
  head: Buffer
  /** Where a detector finds something to look at: from the first chunk on that is not plain ASCII. */
  sample: Buffer
  isUtf8: boolean
}

/** The decoded text of a file, chunk by chunk. `declared` finds what the document says about its own encoding. */
export async function* readTextFile(
  file: DocumentFile,
  declared: (head: string) => string | undefined = () => undefined,
): AsyncGenerator<string> {
  const encoding = chooseEncoding(await survey(file), declared)
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunksOf(file)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

export async function wholeTextFile(file: DocumentFile): Promise<string> {
  const text = new PlainText(file.limits.outputBytes)
  for await (const chunk of readTextFile(file)) text.write(chunk)
  return text.toString()
}

function chooseEncoding({ head, sample, isUtf8 }: Survey, declared: (head: string) => string | undefined): string {
  const marked = byteOrderMark(head)
  if (marked !== undefined) return marked
  const ascii = head.toString('latin1')
  if (/\x1b\$[@B]/.test(ascii)) return 'iso-2022-jp'
  if (sample.includes(0)) return utf16WithoutMark(sample)
  refuseBinary(sample)
  if (isUtf8) return 'utf-8'
  const stated = knownEncoding(declared(ascii))
  if (stated !== undefined && stated !== 'utf-8') return stated
  return isNearlyUtf8(sample) ? 'utf-8' : guessEncoding(sample)
}

/** Text in UTF-16 has its zero bytes on one side of each pair; anything else with zero bytes is not text. */
function utf16WithoutMark(sample: Buffer): string {
  const zeros = [0, 0]
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > 20 * even && odd * 50 > sample.length) return 'utf-16le'
  if (even > 20 * odd && even * 50 > sample.length) return 'utf-16be'
  throw notText()
}

function refuseBinary(sample: Buffer): void {
  let controls = 0
  for (const byte of sample)
    if (byte < 0x20 && !(byte >= 0x07 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) controls += 1
  if (controls > 2 && controls * 100 > sample.length) throw notText()
}

function notText(): DocumentError {
  return new DocumentError('The file is not text: it holds binary data of an unknown kind.', 'not-accepted')
}

async function survey(file: DocumentFile): Promise<Survey> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head: Buffer | undefined
  let isUtf8 = true
  const plain: Buffer[] = []
  const telling: Buffer[] = []
  for await (const chunk of chunksOf(file)) {
    head ??= chunk
    if (telling.length > 0 || chunk.some(byte => byte > 0x7f || byte === 0)) {
      if (telling.length < SAMPLE_CHUNKS) telling.push(chunk)
    } else if (plain.length === 0) plain.push(chunk)
    if (isUtf8) isUtf8 = accepts(decoder, chunk)
    if (!isUtf8 && telling.length === SAMPLE_CHUNKS) break
  }
  return { head: head ?? Buffer.alloc(0), sample: Buffer.concat(telling.length > 0 ? telling : plain), isUtf8 }
}

function accepts(decoder: TextDecoder, chunk: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: true })
    return true
  } catch {
    return false
  }
}

async function* chunksOf(file: DocumentFile): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of createReadStream(file.path, { highWaterMark: CHUNK_BYTES })) {
    bytes += chunk.length
    if (bytes > file.limits.expandedBytes) {
      throw new DocumentError(
        `The file is larger than ${megabytes(file.limits.expandedBytes)}, the most accepted.`,
        'limit',
      )
    }
    yield chunk
  }
}
