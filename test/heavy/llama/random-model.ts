import { readFileSync, writeFileSync } from 'node:fs'
import { randomNumbers } from './random-numbers.ts'

const width = 64
const feedForward = 128
const vocabulary = 16_384
const alignment = 32
const types = { uint32: 4, float32: 6, text: 8 } as const

type Tensor = readonly [name: string, dimensions: readonly number[]]

const tensors: readonly Tensor[] = [
  ['token_embd.weight', [width, vocabulary]],
  ['output_norm.weight', [width]],
  ['blk.0.attn_norm.weight', [width]],
  ['blk.0.ffn_norm.weight', [width]],
  ['blk.0.attn_q.weight', [width, width]],
  ['blk.0.attn_k.weight', [width, width]],
  ['blk.0.attn_v.weight', [width, width]],
  ['blk.0.attn_output.weight', [width, width]],
  ['blk.0.ffn_gate.weight', [width, feedForward]],
  ['blk.0.ffn_up.weight', [width, feedForward]],
  ['blk.0.ffn_down.weight', [feedForward, width]],
]

/** A model that knows nothing: it has the tokens and the template of another, and weights by chance. */
export function writeRandomModel(file: string, tokenizerOf: string, seed: number): void {
  const own: readonly (readonly [string, keyof typeof types, number | string])[] = [
    ['general.architecture', 'text', 'llama'],
    ['general.name', 'text', 'chance'],
    ['llama.block_count', 'uint32', 1],
    ['llama.context_length', 'uint32', 2048],
    ['llama.embedding_length', 'uint32', width],
    ['llama.feed_forward_length', 'uint32', feedForward],
    ['llama.attention.head_count', 'uint32', 2],
    ['llama.attention.head_count_kv', 'uint32', 2],
    ['llama.attention.layer_norm_rms_epsilon', 'float32', 1e-5],
    ['llama.rope.dimension_count', 'uint32', width / 2],
    ['llama.vocab_size', 'uint32', vocabulary],
  ]
  const borrowed = tokenizerEntries(readFileSync(tokenizerOf))
  let offset = 0
  const described = tensors.map(([name, dimensions]) => {
    const description = Buffer.concat([
      text(name),
      uint32(dimensions.length),
      ...dimensions.map(uint64),
      uint32(0),
      uint64(offset),
    ])
    offset += 4 * dimensions.reduce((product, dimension) => product * dimension, 1)
    return description
  })
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(own.length + borrowed.length),
    ...own.map(([key, type, value]) => Buffer.concat([text(key), uint32(types[type]), scalar(type, value)])),
    ...borrowed,
    ...described,
  ])
  const random = randomNumbers(seed)
  const weights = tensors.map(([name, dimensions]) => {
    const count = dimensions.reduce((product, dimension) => product * dimension, 1)
    const isNorm = name.includes('norm')
    return Buffer.from(Float32Array.from({ length: count }, () => (isNorm ? 1 : random() - 0.5)).buffer)
  })
  const padding = Buffer.alloc((alignment - (head.length % alignment)) % alignment)
  writeFileSync(file, Buffer.concat([head, padding, ...weights]))
}

/** The raw entries of a GGUF file that say how text becomes tokens. */
function tokenizerEntries(file: Buffer): Buffer[] {
  let at = 16
  const count = () => {
    at += 8
    return Number(file.readBigUInt64LE(at - 8))
  }
  const skip = (type: number) => {
    if (type === 8) {
      const length = count()
      at += length
    } else if (type === 9) {
      const inner = file.readUInt32LE(at)
      at += 4
      for (let left = count(); left > 0; left--) skip(inner)
    } else at += [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8][type] ?? 0
  }
  const found: Buffer[] = []
  for (let left = count(); left > 0; left--) {
    const begin = at
    const length = count()
    const key = file.toString('utf8', at, at + length)
    at += length + 4
    skip(file.readUInt32LE(at - 4))
    if (key.startsWith('tokenizer.')) found.push(file.subarray(begin, at))
  }
  return found
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint64(bytes.length), bytes])
}

function scalar(type: keyof typeof types, value: number | string): Buffer {
  if (type === 'text') return text(String(value))
  return type === 'uint32' ? uint32(Number(value)) : Buffer.from(Float32Array.of(Number(value)).buffer)
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
