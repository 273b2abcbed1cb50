import { closeSync, openSync, readSync } from 'node:fs'

/** What a GGUF file says of its model; long lists are left out, but for the tokens. */
export interface GgufInfo {
  readonly values: ReadonlyMap<string, GgufValue>
  readonly tokens: readonly string[]
  readonly tokenTypes: readonly number[]
}

export type GgufValue = number | boolean | string | readonly number[]

const window = 1 << 20
const text = 8
const list = 9
const sizes: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 }
const valuesAtMost = 1000
const textAtMost = 1 << 22

export function readGguf(file: string): GgufInfo {
  const descriptor = openSync(file, 'r')
  try {
    return new GgufReader(descriptor).read()
  } finally {
    closeSync(descriptor)
  }
}

class GgufReader {
  readonly #descriptor: number
  #bytes = Buffer.alloc(0)
  #position = 0

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  read(): GgufInfo {
    if (this.#take(4).toString('latin1') !== 'GGUF') throw new Error('it is no GGUF file')
    const version = this.#take(4).readUInt32LE()
    if (version < 2) throw new Error(`GGUF of version ${version} is too old`)
    this.#count()
    const pairs = this.#count()
    const values = new Map<string, GgufValue>()
    let tokens: readonly string[] = []
    let tokenTypes: readonly number[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const key = this.#text()
      const type = this.#take(4).readUInt32LE()
      if (type !== list) values.set(key, this.#scalar(type))
      else if (key === 'tokenizer.ggml.tokens') tokens = this.#list().map(String)
      else if (key === 'tokenizer.ggml.token_type') tokenTypes = this.#list().map(Number)
      else {
        const items = this.#list()
        if (items.length <= valuesAtMost) values.set(key, items.map(Number))
      }
    }
    return { values, tokens, tokenTypes }
  }

  #list(): (number | boolean | string)[] {
    const type = this.#take(4).readUInt32LE()
    return Array.from({ length: this.#count() }, () => this.#scalar(type))
  }

  #scalar(type: number): number | boolean | string {
    if (type === text) return this.#text()
    const size = sizes[type]
    if (size === undefined) throw new Error(`GGUF holds a value of the unknown type ${type}`)
    const bytes = this.#take(size)
    switch (type) {
      case 5:
        return bytes.readInt32LE()
      case 6:
        return bytes.readFloatLE()
      case 7:
        return bytes[0] !== 0
      case 11:
        return Number(bytes.readBigInt64LE())
      case 12:
        return bytes.readDoubleLE()
      default:
        return size === 8 ? Number(bytes.readBigUInt64LE()) : bytes.readUIntLE(0, size)
    }
  }

  #text(): string {
    const length = this.#count()
    if (length > textAtMost) throw new Error(`GGUF holds a text of ${length} bytes`)
    return this.#take(length).toString('utf8')
  }

  #count(): number {
    return Number(this.#take(8).readBigUInt64LE())
  }

  #take(length: number): Buffer {
    if (this.#position + length > this.#bytes.length) {
      const left = this.#bytes.subarray(this.#position)
      const more = Buffer.alloc(Math.max(window, length))
      const read = readSync(this.#descriptor, more)
      this.#bytes = Buffer.concat([left, more.subarray(0, read)])
      this.#position = 0
      if (this.#bytes.length < length) throw new Error('the GGUF file ends too early')
    }
    const bytes = this.#bytes.subarray(this.#position, this.#position + length)
    this.#position += length
    return bytes
  }
}
