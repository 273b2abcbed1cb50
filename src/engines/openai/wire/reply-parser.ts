/** No server says more before its answer, nor after it. */
const longestHead = 64 * 1024
/** More would not be exact as a number. */
const mostSizeDigits = 12

const [cr, lf] = [0x0d, 0x0a]
const headEnd = Buffer.from('\r\n\r\n')

/** What is of use of the head of a reply. */
export interface ReplyHead {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly encoding: string | undefined
}

export interface ReplyReceiver {
  onHead(head: ReplyHead): void
  onBody(bytes: Buffer): void
  /** Whether the connection can carry another request. */
  onComplete(isReusable: boolean): void
}

type State =
  | 'head'
  | 'sized'
  | 'until the end'
  | 'size'
  | 'extension'
  | 'chunk'
  | 'after chunk'
  | 'trailer'
  | 'complete'

/**
 * Reads the framing of HTTP/1.1 replies, one after the other, from bytes that are cut anywhere. It throws at what is none.
 * Bytes that it is given are not looked at again afterwards.
 */
export class ReplyParser {
  readonly #receiver: ReplyReceiver
  #state: State = 'head'
  #held: Buffer | undefined
  /** Bytes that are still to come of a body or a chunk. */
  #left = 0
  #digits = 0
  /** Bytes of the current line of a trailer, and of all its lines. */
  #line = 0
  #trailer = 0
  #isReusable = true

  constructor(receiver: ReplyReceiver) {
    this.#receiver = receiver
  }

  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      switch (this.#state) {
        case 'head':
          at = this.#readHead(bytes, at)
          break
        case 'sized':
        case 'chunk':
          at = this.#readBody(bytes, at)
          break
        case 'until the end':
          this.#receiver.onBody(at === 0 ? bytes : bytes.subarray(at))
          return
        case 'complete':
          // Nobody asked for more: who knows what belongs to what from here on.
          this.#isReusable = false
          this.#complete()
          return
        default:
          this.#readFraming(bytes[at] as number)
          at += 1
      }
    }
    if (this.#state === 'complete') this.#complete()
  }

  /** The other side has said all; false when its reply is not complete. */
  end(): boolean {
    if (this.#state !== 'until the end') return false
    this.#complete()
    return true
  }

  #complete(): void {
    this.#state = 'head'
    this.#receiver.onComplete(this.#isReusable)
  }

  #readHead(bytes: Buffer, from: number): number {
    const rest = from === 0 ? bytes : bytes.subarray(from)
    const all = this.#held ? Buffer.concat([this.#held, rest]) : rest
    const end = all.indexOf(headEnd)
    if ((end < 0 ? all.length : end) > longestHead) throw new Error('the head of the reply is too long')
    if (end < 0) {
      this.#held = Buffer.from(all)
      return bytes.length
    }
    this.#held = undefined
    this.#understand(all.toString('latin1', 0, end))
    return bytes.length - (all.length - end - headEnd.length)
  }

  #understand(text: string): void {
    const fields = readFields(text)
    const { status, length, coding } = fields
    // Only a foretaste: the reply itself comes after it.
    if (status < 200) return
    this.#isReusable = fields.isKept
    if (status === 204 || status === 304) this.#state = 'complete'
    else if (coding !== undefined) this.#expectChunks(coding)
    else if (length !== undefined) {
      this.#left = length
      this.#state = length === 0 ? 'complete' : 'sized'
    } else {
      this.#isReusable = false
      this.#state = 'until the end'
    }
    this.#receiver.onHead(fields)
  }

  #expectChunks(coding: string): void {
    if (coding !== 'chunked') throw new Error(`the reply comes as ${coding}`)
    this.#beginChunk()
  }

  #beginChunk(): void {
    this.#state = 'size'
    this.#left = 0
    this.#digits = 0
  }

  #readBody(bytes: Buffer, from: number): number {
    const to = Math.min(bytes.length, from + this.#left)
    this.#left -= to - from
    if (this.#left === 0) this.#state = this.#state === 'chunk' ? 'after chunk' : 'complete'
    this.#receiver.onBody(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to))
    return to
  }

  #readFraming(byte: number): void {
    switch (this.#state) {
      case 'size':
        this.#readSize(byte)
        return
      case 'extension':
        if (++this.#digits > longestHead) throw new Error('the size of a chunk is too long')
        if (byte === lf) this.#endSize()
        return
      case 'after chunk':
        if (byte === lf) this.#beginChunk()
        else if (byte !== cr) throw new Error('a chunk is longer than it says')
        return
      case 'trailer':
        this.#readTrailer(byte)
        return
    }
  }

  #readSize(byte: number): void {
    const digit = hexDigit(byte)
    if (digit >= 0 && this.#digits < mostSizeDigits) {
      this.#left = this.#left * 16 + digit
      this.#digits += 1
      return
    }
    const isEnd = byte === cr || byte === lf || byte === 0x3b || byte === 0x20
    if (!isEnd || this.#digits === 0) throw new Error('a chunk has no size')
    if (byte === lf) this.#endSize()
    else this.#state = 'extension'
  }

  #endSize(): void {
    this.#line = 0
    this.#trailer = 0
    this.#state = this.#left === 0 ? 'trailer' : 'chunk'
  }

  #readTrailer(byte: number): void {
    if (++this.#trailer > longestHead) throw new Error('the end of the reply is too long')
    if (byte !== lf) {
      if (byte !== cr) this.#line += 1
    } else if (this.#line === 0) this.#state = 'complete'
    else this.#line = 0
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

interface Fields extends ReplyHead {
  readonly length: number | undefined
  readonly coding: string | undefined
  readonly isKept: boolean
}

function readFields(text: string): Fields {
  if (!/^HTTP\/1\.[01] [1-5]\d\d/.test(text)) throw new Error('the reply is not HTTP/1.1')
  let length: number | undefined
  let coding: string | undefined
  let retryAfter: string | undefined
  let encoding: string | undefined
  let isKept = text.charCodeAt(7) === 0x31
  for (let from = text.indexOf('\r\n') + 2; from > 1 && from < text.length; ) {
    const next = text.indexOf('\r\n', from)
    const to = next < 0 ? text.length : next
    const colon = text.indexOf(':', from)
    if (colon < 0 || colon > to) throw new Error('a line of the head of the reply has no name')
    // Told apart by the length of the name first: most lines are of no interest.
    switch (colon - from) {
      case 10:
        if (isNamed(text, from, colon, 'connection')) isKept = keeps(wordIn(text, colon, to), isKept)
        break
      case 11:
        if (isNamed(text, from, colon, 'retry-after')) retryAfter = text.slice(colon + 1, to).trim()
        break
      case 14:
        if (isNamed(text, from, colon, 'content-length')) length = readLength(text.slice(colon + 1, to), length)
        break
      case 16:
        if (isNamed(text, from, colon, 'content-encoding')) encoding = wordIn(text, colon, to)
        break
      case 17:
        if (isNamed(text, from, colon, 'transfer-encoding')) coding = wordIn(text, colon, to)
        break
    }
    from = to + 2
  }
  return { status: Number(text.slice(9, 12)), retryAfter, encoding, length, coding, isKept }
}

function isNamed(text: string, from: number, to: number, name: string): boolean {
  return text.slice(from, to).toLowerCase() === name
}

function wordIn(text: string, colon: number, to: number): string {
  return text
    .slice(colon + 1, to)
    .trim()
    .toLowerCase()
}

function keeps(options: string, otherwise: boolean): boolean {
  if (options.includes('close')) return false
  return options.includes('keep-alive') || otherwise
}

function readLength(digits: string, before: number | undefined): number {
  const length = /^[ \t]*(\d{1,15})[ \t]*$/.exec(digits)?.[1]
  if (length === undefined || (before !== undefined && Number(length) !== before)) {
    throw new Error('the length of the reply is no number')
  }
  return Number(length)
}
