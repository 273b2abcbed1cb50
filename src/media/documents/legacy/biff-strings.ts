import type { BiffRecord } from './biff-records.ts'

/** Reads across a record and what continues it. */
class Pieces {
  readonly #pieces: readonly Buffer[]
  #piece = 0
  #at = 0

  constructor({ data, continued }: BiffRecord, from: number) {
    this.#pieces = [data, ...continued]
    this.#at = from
  }

  get isAtEnd(): boolean {
    this.#advance()
    return this.#piece >= this.#pieces.length
  }

  number(bytes: 1 | 2 | 4): number {
    let value = 0
    for (let index = 0; index < bytes; index += 1) value += this.#byte() * 2 ** (8 * index)
    return value
  }

  skip(bytes: number): void {
    let left = bytes
    while (left > 0 && !this.isAtEnd) {
      const here = Math.min(left, this.#left)
      this.#at += here
      left -= here
    }
  }

  characters(count: number, startsWide: boolean): string {
    let text = ''
    let left = count
    let wide = startsWide
    while (left > 0) {
      if (this.#left === 0) {
        this.#advance()
        if (this.#piece >= this.#pieces.length) break
        wide = (this.#byte() & 1) === 1
      }
      const here = Math.min(left, Math.floor(this.#left / (wide ? 2 : 1)))
      if (here === 0) break
      const end = this.#at + here * (wide ? 2 : 1)
      text += this.#current.toString(wide ? 'utf16le' : 'latin1', this.#at, end)
      this.#at = end
      left -= here
    }
    return text
  }

  get #current(): Buffer {
    return this.#pieces[this.#piece] ?? Buffer.alloc(0)
  }

  get #left(): number {
    return this.#current.length - this.#at
  }

  #advance(): void {
    while (this.#piece < this.#pieces.length && this.#left <= 0) {
      this.#piece += 1
      this.#at = 0
    }
  }

  #byte(): number {
    this.#advance()
    const value = this.#current[this.#at] ?? 0
    this.#at += 1
    return value
  }
}

/** A text of BIFF8 inside a record, with its length in one or two bytes before it. */
export function biffString(record: BiffRecord, from: number, lengthBytes: 1 | 2): string {
  const pieces = new Pieces(record, from)
  return stringOf(pieces, pieces.number(lengthBytes))
}

/** The table of all texts that cells refer to by number. */
export function sharedStrings(record: BiffRecord): string[] {
  const pieces = new Pieces(record, 8)
  const strings: string[] = []
  while (!pieces.isAtEnd) strings.push(stringOf(pieces, pieces.number(2)))
  return strings
}

function stringOf(pieces: Pieces, length: number): string {
  const flags = pieces.number(1)
  const formats = (flags & 8) !== 0 ? pieces.number(2) : 0
  const phonetic = (flags & 4) !== 0 ? pieces.number(4) : 0
  const text = pieces.characters(length, (flags & 1) === 1)
  pieces.skip(4 * formats + phonetic)
  return text
}
