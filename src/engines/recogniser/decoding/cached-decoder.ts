import { floats, floatsOf, integers, type OnnxSession, Tensor } from '../../onnx/session.ts'
import { firstPosition } from '../graph/quick-decoder.ts'

export interface DecoderShape {
  readonly layers: number
  readonly heads: number
  readonly headWidth: number
  readonly vocabulary: number
  /** Which heads follow the sound, for the times of words: layer and head. */
  readonly alignmentHeads: readonly (readonly [number, number])[]
}

/** What the network remembers of the rows that are being written. */
export interface Memory {
  readonly rows: number
  readonly tensors: Readonly<Record<string, Tensor>>
  readonly states: Tensor
  /** What was said when it was made: of no use once there is a later one. */
  readonly said: readonly Tensor[]
}

export interface Step {
  readonly memory: Memory
  /** One list of the whole vocabulary for each row and each of the last positions. */
  readonly logits: Float32Array
  readonly positions: number
  /** Where in the sound a row looked for a token, counted back from its last: the alignment heads one after the other. */
  attention(row: number, back?: number): Float32Array
}

/** The decoder of an encoder-decoder network whose two ways, with and without memory, are one file. */
export class CachedDecoder {
  readonly shape: DecoderShape
  readonly #session: OnnxSession
  readonly #layers: readonly number[]

  constructor(session: OnnxSession, shape: DecoderShape) {
    this.#session = session
    this.shape = shape
    this.#layers = [...new Set(shape.alignmentHeads.map(([layer]) => layer))]
  }

  /** The first tokens of one row, and what comes after each of the last `positions` of them. */
  begin(states: Tensor, tokens: readonly number[], positions = 1): Promise<Step> {
    const { heads, headWidth } = this.shape
    const nothing = floats(new Float32Array(0), [1, heads, 0, headWidth])
    const names = this.#names(['decoder', 'encoder'])
    const tensors = Object.fromEntries(names.map(name => [past(name), nothing]))
    return this.#run({ rows: 1, tensors, states, said: [] }, tokens, names, { cached: false, positions })
  }

  /** One more token for each row. The memory goes over into the step's, and is of no more use. */
  async next(memory: Memory, tokens: readonly number[]): Promise<Step> {
    const step = await this.#run(memory, tokens, this.#names(['decoder']), { cached: true, positions: 1 })
    for (const [name, tensor] of Object.entries(memory.tensors)) {
      if (step.memory.tensors[name] !== tensor) free(tensor)
    }
    for (const tensor of memory.said) free(tensor)
    return step
  }

  /** Nobody goes on from there. */
  drop(memory: Memory): void {
    for (const tensor of [...Object.values(memory.tensors), ...memory.said]) free(tensor)
  }

  /** The memory with other rows: each of the new ones goes on from one of the old ones, which are of no more use. */
  pick(memory: Memory, parents: readonly number[]): Memory {
    if (parents.length === memory.rows && parents.every((parent, row) => parent === row)) return memory
    // What was heard is the same for all rows, and needs no moving once there are as many as before.
    const moved = Object.entries(memory.tensors).filter(
      ([name]) => parents.length !== memory.rows || name.includes('decoder'),
    )
    const tensors = Object.fromEntries(moved.map(([name, tensor]) => [name, pickRows(tensor, parents)]))
    for (const [name] of moved) free(memory.tensors[name])
    return { ...memory, rows: parents.length, tensors: { ...memory.tensors, ...tensors } }
  }

  /** The memory of one row as it was before its last tokens; the longer one is of no more use. */
  forget(memory: Memory, tokens: number): Memory {
    if (tokens === 0) return memory
    const written = Object.entries(memory.tensors).filter(([name]) => name.includes('decoder'))
    const shorter = Object.fromEntries(written.map(([name, tensor]) => [name, withoutLast(tensor, tokens)]))
    for (const [, tensor] of written) free(tensor)
    return { ...memory, tensors: { ...memory.tensors, ...shorter } }
  }

  async #run(
    memory: Memory,
    tokens: readonly number[],
    changing: readonly string[],
    { cached, positions }: { cached: boolean; positions: number },
  ): Promise<Step> {
    const { rows, tensors, states } = memory
    const { alignmentHeads, vocabulary } = this.shape
    const looking = this.#layers.map(layer => `cross_attentions.${layer}`)
    const results = await this.#session.run(
      {
        ...tensors,
        input_ids: integers(tokens, [rows, tokens.length / rows]),
        encoder_hidden_states: states,
        use_cache_branch: new Tensor('bool', [cached], [1]),
        [firstPosition]: integers([-positions], [1]),
      },
      ['logits', ...changing, ...looking],
    )
    const changed = Object.fromEntries(changing.map(name => [past(name), results[name] as Tensor]))
    const logits = floatsOf(results.logits)
    const said = ['logits', ...looking].map(name => results[name] as Tensor)
    return {
      memory: { rows, tensors: { ...tensors, ...changed }, states, said },
      logits,
      positions: logits.length / rows / vocabulary,
      attention: (row, back = 0) => looksOf(results, alignmentHeads, row, back),
    }
  }

  #names(kinds: readonly string[]): string[] {
    return Array.from({ length: this.shape.layers }, (_, layer) =>
      kinds.flatMap(kind => [`present.${layer}.${kind}.key`, `present.${layer}.${kind}.value`]),
    ).flat()
  }
}

/** Gives the memory back now: the megabytes of each token would wait for a collection. */
export function free(tensor: Tensor | undefined): void {
  const data = tensor?.data
  if (data instanceof Float32Array && data.buffer instanceof ArrayBuffer && !data.buffer.detached)
    data.buffer.transfer(0)
}

function past(name: string): string {
  return name.replace('present', 'past_key_values')
}

function pickRows(tensor: Tensor, parents: readonly number[]): Tensor {
  const values = floatsOf(tensor)
  const size = values.length / (tensor.dims[0] ?? 1)
  const picked = new Float32Array(size * parents.length)
  parents.forEach((parent, row) => {
    picked.set(values.subarray(parent * size, (parent + 1) * size), row * size)
  })
  return floats(picked, [parents.length, ...tensor.dims.slice(1)])
}

function withoutLast(tensor: Tensor, tokens: number): Tensor {
  const values = floatsOf(tensor)
  const [rows = 1, heads = 1, length = 0, width = 1] = tensor.dims
  const kept = length - tokens
  const shorter = new Float32Array(rows * heads * kept * width)
  for (let head = 0; head < rows * heads; head++) {
    const from = head * length * width
    shorter.set(values.subarray(from, from + kept * width), head * kept * width)
  }
  return floats(shorter, [rows, heads, kept, width])
}

function looksOf(
  results: Readonly<Record<string, Tensor>>,
  alignmentHeads: readonly (readonly [number, number])[],
  row: number,
  back: number,
): Float32Array {
  const frames = results[`cross_attentions.${alignmentHeads[0]?.[0]}`]?.dims[3] ?? 0
  const looks = new Float32Array(alignmentHeads.length * frames)
  alignmentHeads.forEach(([layer, head], place) => {
    const tensor = results[`cross_attentions.${layer}`]
    const [, heads = 1, tokens = 1] = tensor?.dims ?? []
    const from = ((row * heads + head) * tokens + tokens - 1 - back) * frames
    looks.set(floatsOf(tensor).subarray(from, from + frames), place * frames)
  })
  return looks
}
