import { readFileSync } from 'node:fs'
import { type GgufEntry, type Tensor, writeGguf } from './write-gguf.ts'

/** Of the conversation, and so of what a projector makes of a picture. */
export const modelWidth = 64
const feedForward = 128
const vocabulary = 16_384
const templateKey = 'tokenizer.chat_template'

const tensors: readonly Tensor[] = [
  ['token_embd.weight', [modelWidth, vocabulary]],
  ['output_norm.weight', [modelWidth]],
  ['blk.0.attn_norm.weight', [modelWidth]],
  ['blk.0.ffn_norm.weight', [modelWidth]],
  ['blk.0.attn_q.weight', [modelWidth, modelWidth]],
  ['blk.0.attn_k.weight', [modelWidth, modelWidth]],
  ['blk.0.attn_v.weight', [modelWidth, modelWidth]],
  ['blk.0.attn_output.weight', [modelWidth, modelWidth]],
  ['blk.0.ffn_gate.weight', [modelWidth, feedForward]],
  ['blk.0.ffn_up.weight', [modelWidth, feedForward]],
  ['blk.0.ffn_down.weight', [feedForward, modelWidth]],
]

/** A model that knows nothing: it has the tokens of another, and its template unless one is given, and weights by chance. */
export function writeRandomModel(file: string, tokenizerOf: string, seed: number, template?: string): void {
  const own: readonly GgufEntry[] = [
    ['general.architecture', 'text', 'llama'],
    ['general.name', 'text', 'chance'],
    ['llama.block_count', 'uint32', 1],
    ['llama.context_length', 'uint32', 2048],
    ['llama.embedding_length', 'uint32', modelWidth],
    ['llama.feed_forward_length', 'uint32', feedForward],
    ['llama.attention.head_count', 'uint32', 2],
    ['llama.attention.head_count_kv', 'uint32', 2],
    ['llama.attention.layer_norm_rms_epsilon', 'float32', 1e-5],
    ['llama.rope.dimension_count', 'uint32', modelWidth / 2],
    ['llama.vocab_size', 'uint32', vocabulary],
    ...(template === undefined ? [] : [[templateKey, 'text', template] as const]),
  ]
  const borrowed = tokenizerEntries(readFileSync(tokenizerOf), template === undefined ? '' : templateKey)
  writeGguf(file, own, tensors, seed, borrowed)
}

/** The raw entries of a GGUF file that say how text becomes tokens, but for one. */
function tokenizerEntries(file: Buffer, except: string): Buffer[] {
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
    if (key.startsWith('tokenizer.') && key !== except) found.push(file.subarray(begin, at))
  }
  return found
}
