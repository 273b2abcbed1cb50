import { type Field, readFields, text, texts, writeBytes, writeNumber, writePieces } from './protobuf.ts'

/** The numbers of the fields of ONNX's messages, as far as they are used here. */
export const model = { graph: 7 } as const
export const graph = { node: 1, initializer: 5, input: 11, output: 12 } as const
export const node = { input: 1, output: 2, name: 3, operator: 4, attribute: 5 } as const
export const attribute = { name: 1, integer: 3, graph: 6, type: 20 } as const
export const tensor = { dimension: 1, type: 2, name: 8, raw: 9 } as const

const float = 1
const int64 = 7
const integerAttribute = 2

export interface Node {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

export function readNode(field: Field): Node {
  const fields = readFields(field.bytes)
  return {
    operator: text(fields, node.operator),
    inputs: texts(fields, node.input),
    outputs: texts(fields, node.output),
  }
}

export function writeNode(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  integers: Readonly<Record<string, number>> = {},
): Buffer {
  return writeBytes(graph.node, [
    ...inputs.map(name => writeBytes(node.input, name)),
    ...outputs.map(name => writeBytes(node.output, name)),
    writeBytes(node.operator, operator),
    ...Object.entries(integers).map(([name, value]) =>
      writeBytes(node.attribute, [
        writeBytes(attribute.name, name),
        writeNumber(attribute.integer, value),
        writeNumber(attribute.type, integerAttribute),
      ]),
    ),
  ])
}

/** What a graph takes or gives: its dimensions are free, where they are names, or fixed. */
export function writeValue(
  place: 11 | 12,
  name: string,
  dimensions: readonly (string | number)[],
  kind: 'floats' | 'integers' = 'floats',
): Buffer {
  const shape = dimensions.map(size =>
    writeBytes(1, [typeof size === 'string' ? writeBytes(2, size) : writeNumber(1, size)]),
  )
  const type = writeBytes(1, [writeNumber(1, kind === 'floats' ? float : int64), writeBytes(2, shape)])
  return writeBytes(place, [writeBytes(1, name), writeBytes(2, type)])
}

/** A list of whole numbers among the constants of a graph. */
export function writeIntegers(name: string, values: readonly bigint[]): Buffer {
  const raw = Buffer.from(BigInt64Array.from(values).buffer)
  return writeBytes(graph.initializer, [
    writeNumber(tensor.dimension, values.length),
    writeNumber(tensor.type, int64),
    writeBytes(tensor.name, name),
    writeBytes(tensor.raw, raw),
  ])
}

/** The model with another graph, which `change` makes of the fields of its own. */
export function changeGraph(file: Buffer, change: (fields: readonly Field[]) => Buffer[]): Buffer {
  const parts = readFields(file).flatMap(field =>
    field.number === model.graph ? writePieces(model.graph, change(readFields(field.bytes))) : [field.whole],
  )
  return Buffer.concat(parts)
}
