/** One file of an archive. Its content must be read, or left, before the next one is asked for. */
export interface TarFile {
  readonly name: string
  readonly bytes: number
  readonly content: AsyncIterable<Buffer>
}

const block = 512
/** Of a header that holds a long name. */
const longestHeader = 1024 * 1024

/**
 * The plain files of a tar stream (ustar, pax and GNU names), without keeping any of them in memory.
 * Ours, because npm's archives need no more than this and the small libraries that were tried stalled on large files.
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const bytes = new ByteReader(stream)
  let override: Override = {}
  for (;;) {
    const header = await bytes.take(block)
    if (header === undefined || header.every(byte => byte === 0)) return
    assertChecksum(header)
    const type = String.fromCharCode(header[156] ?? 0)
    const size = numberAt(header, 124, 12)
    if (type === 'x' || type === 'L') {
      if (size > longestHeader) throw new Error('a header of the archive is too long')
      const text = await bytes.take(size)
      await bytes.skip(padding(size))
      if (text === undefined) throw new Error('the archive ends within a header')
      override = { ...override, ...(type === 'x' ? readPax(text) : { name: cut(text) }) }
      continue
    }
    const length = override.bytes ?? size
    const rest = { left: length }
    if (type === '0' || type === '\0') {
      yield { name: override.name ?? nameOf(header), bytes: length, content: bytes.upTo(rest) }
    }
    override = {}
    await bytes.skip(rest.left + padding(length))
  }
}

interface Override {
  readonly name?: string
  readonly bytes?: number
}

/** Hands out a stream of chunks in the pieces that are asked for. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #chunk: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#source = stream[Symbol.asyncIterator]()
  }

  /** Undefined when the stream ends before the first of them. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    const rest = { left: count }
    for await (const part of this.upTo(rest, true)) parts.push(part)
    if (rest.left > 0 && parts.length > 0) throw new Error('the archive ends too early')
    return rest.left > 0 ? undefined : Buffer.concat(parts)
  }

  async skip(count: number): Promise<void> {
    const rest = { left: count }
    for await (const _ of this.upTo(rest));
  }

  async *upTo(rest: { left: number }, mayEnd = false): AsyncGenerator<Buffer> {
    while (rest.left > 0) {
      if (this.#chunk.length === 0) {
        const { done, value } = await this.#source.next()
        if (done && mayEnd) return
        if (done) throw new Error('the archive ends too early')
        this.#chunk = value
        continue
      }
      const part = this.#chunk.subarray(0, rest.left)
      this.#chunk = this.#chunk.subarray(part.length)
      rest.left -= part.length
      yield part
    }
  }
}

function padding(size: number): number {
  return (block - (size % block)) % block
}

function nameOf(header: Buffer): string {
  const name = cut(header.subarray(0, 100))
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? cut(header.subarray(345, 500)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function cut(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end)
}

/** Octal text; very large sizes are binary, marked by the highest bit. */
function numberAt(header: Buffer, start: number, length: number): number {
  if (((header[start] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(start + length - 8))
  const text = header.toString('latin1', start, start + length).replaceAll(/[\0 ]/g, '')
  if (!/^[0-7]*$/.test(text)) throw new Error('the archive has a number that is none')
  return Number.parseInt(text || '0', 8)
}

function assertChecksum(header: Buffer): void {
  const given = numberAt(header, 148, 8)
  // Its own place counts as spaces.
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== given) throw new Error('the archive has a header that is damaged')
}

/** Records of `length key=value\n`. */
function readPax(text: Buffer): Override {
  let override: Override = {}
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(0x20, at)
    const length = Number(text.toString('latin1', at, space))
    if (space === -1 || !Number.isInteger(length) || length <= 0) throw new Error('the archive has a damaged header')
    const [key = '', value = ''] = text.toString('utf8', space + 1, at + length - 1).split(/=(.*)/s)
    if (key === 'path') override = { ...override, name: value }
    if (key === 'size' && /^\d{1,15}$/.test(value)) override = { ...override, bytes: Number(value) }
    at += length
  }
  return override
}
