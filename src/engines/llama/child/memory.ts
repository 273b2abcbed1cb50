import type { GgufInfo } from './gguf.ts'

export interface MemoryNeed {
  readonly weights: number
  /** What was said in all conversations that are held at once. */
  readonly conversations: number
  readonly computing: number
}

export interface MemoryPlan {
  readonly fileBytes: number
  readonly contextTokens: number
  readonly slots: number
  readonly batch: number
}

/** Of the process itself, before it has loaded anything. */
const processBytes = 90 * 1024 * 1024
const bytesOfHalf = 2
const bytesOfFloat = 4

/** An estimate on the high side, from what the file says of the model. */
export function memoryNeed(info: GgufInfo, { fileBytes, contextTokens, slots, batch }: MemoryPlan): MemoryNeed {
  const architecture = String(info.values.get('general.architecture'))
  const read = (name: string, otherwise: number) => {
    const value = info.values.get(`${architecture}.${name}`)
    const number = Array.isArray(value) ? Math.max(...value) : Number(value)
    return Number.isFinite(number) ? number : otherwise
  }
  const width = read('embedding_length', 4096)
  const heads = read('attention.head_count', 32)
  const perHead = width / heads
  const perToken =
    read('block_count', 32) *
    read('attention.head_count_kv', heads) *
    (read('attention.key_length', perHead) + read('attention.value_length', perHead)) *
    bytesOfHalf
  const vocabulary = info.tokens.length || read('vocab_size', 32_000)
  const widest = vocabulary + 8 * width + 3 * read('feed_forward_length', 4 * width)
  return {
    weights: fileBytes,
    conversations: perToken * contextTokens * slots,
    computing: batch * widest * bytesOfFloat + processBytes,
  }
}

/** With what makes tokens of pictures: its weights, and what it computes of one picture. */
export function withProjector(need: MemoryNeed, { values }: GgufInfo, fileBytes: number): MemoryNeed {
  const read = (name: string, otherwise: number) => Number(values.get(`clip.vision.${name}`)) || otherwise
  const patches = (read('image_size', 448) / read('patch_size', 14)) ** 2
  const width = read('embedding_length', 1280)
  const widest = 8 * width + 3 * read('feed_forward_length', 4 * width) + patches * read('attention.head_count', 16)
  return {
    ...need,
    weights: need.weights + fileBytes,
    computing: need.computing + patches * widest * bytesOfFloat,
  }
}

/** Undefined when it fits; else what to say to whoever asks for an answer. */
export function memoryProblem(need: MemoryNeed, available: number, plan: MemoryPlan): string | undefined {
  const total = need.weights + need.conversations + need.computing
  if (total <= available) return undefined
  return (
    `The language model needs about ${megabytes(total)} of memory (${megabytes(need.weights)} for its weights, ` +
    `${megabytes(need.conversations)} for ${plan.slots} conversations of ${plan.contextTokens} tokens, ` +
    `${megabytes(need.computing)} to compute), and ${megabytes(available)} are free. ` +
    'A smaller model, fewer "slots" or a smaller "context" need less.'
  )
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`
}
