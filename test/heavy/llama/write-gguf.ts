import { writeFileSync } from 'node:fs'
import { randomNumbers } from './random-numbers.ts'

export type GgufEntry = readonly [key: string, type: keyof typeof types, value: number | string | readonly number[]]
export type Tensor = readonly [name: string, dimensions: readonly number[]]

const types = { uint32: 4, float32: 6, boolean: 7, text: 8, floats: 9 } as const
const alignment = 32

/** A GGUF file with weights by chance: between -0.5 and 0.5, and 1 for norms. Raw entries may be those of another file. */
export function writeGguf(
  file: string,
  entries: readonly GgufEntry[],
  tensors: readonly Tensor[],
  seed: number,
  raw: readonly Buffer[] = [],
): void {
  let offset = 0
  const described = tensors.map(([name, dimensions]) => {
    const description = Buffer.concat([
      text(name),
      uint32(dimensions.length),
      ...dimensions.map(uint64),
      uint32(0),
      uint64(offset),
    ])
    offset += aligned(4 * countOf(dimensions))
    return description
  })
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(entries.length + raw.length),
    ...entries.map(([key, type, value]) => Buffer.concat([text(key), uint32(types[type]), written(type, value)])),
    ...raw,
    ...described,
  ])
  const random = randomNumbers(seed)
  const weights = tensors.map(([name, dimensions]) => {
    const isNorm = /norm|ln\d?\.weight|_ln\.weight/.test(name)
    return padded(
      Buffer.from(Float32Array.from({ length: countOf(dimensions) }, () => (isNorm ? 1 : random() - 0.5)).buffer),
    )
  })
  writeFileSync(file, Buffer.concat([padded(head), ...weights]))
}

function countOf(dimensions: readonly number[]): number {
  return dimensions.reduce((product, dimension) => product * dimension, 1)
}

function aligned(length: number): number {
  return Math.ceil(length / alignment) * alignment
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint64(bytes.length), bytes])
}

function written(type: keyof typeof types, value: GgufEntry[2]): Buffer {
  switch (type) {
    case 'text':
      return text(String(value))
    case 'boolean':
      return Buffer.of(Number(value))
    case 'uint32':
      return uint32(Number(value))
    case 'float32':
      return floats([Number(value)])
    case 'floats': {
      const list = typeof value === 'object' ? value : []
      return Buffer.concat([uint32(types.float32), uint64(list.length), floats(list)])
    }
  }
}

function floats(values: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
