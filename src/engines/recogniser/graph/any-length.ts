import { changeGraph, graph, tensor, writeValue } from './onnx.ts'
import { readFields, text } from './protobuf.ts'

const positions = 'embed_positions.weight'

export interface AnyLength {
  readonly model: Buffer
  /** What stood in the model: one row for each 20 ms. */
  readonly positions: Float32Array
  readonly input: string
}

/**
 * The encoder as it is published hears 30 seconds, because it adds a fixed table of positions. Here the table becomes an
 * input, so that two seconds of sound cost what two seconds cost.
 */
export function hearAnyLength(file: Buffer, width: number): AnyLength {
  let table: Float32Array | undefined
  const model = changeGraph(file, fields => {
    const kept: Buffer[] = []
    for (const field of fields) {
      const parts = field.number === graph.initializer ? readFields(field.bytes) : []
      if (text(parts, tensor.name) !== positions) kept.push(field.whole)
      else table = floats(parts.find(({ number }) => number === tensor.raw)?.bytes)
    }
    return [...kept, writeValue(graph.input, positions, ['positions', width])]
  })
  if (table === undefined) throw new Error(`The encoder has no "${positions}".`)
  return { model, positions: table, input: positions }
}

function floats(raw: Buffer | undefined): Float32Array | undefined {
  if (raw === undefined) return undefined
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength) as ArrayBuffer)
}
