import { bytesField, bytesFieldParts, fieldsOf, join, numberField, textField, textOf } from './fields.ts'
import { type WidenedTensor, widenNode, widenTensor } from './widen.ts'

/** A stretch of a network: what it is given and what it yields, by the names that the network has for them. */
export interface Cut {
  readonly inputs: readonly GraphValue[]
  readonly outputs: readonly GraphValue[]
}

export interface GraphValue {
  readonly name: string
  readonly type: 'float32' | 'int64'
}

interface Node {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly bytes: Uint8Array
}

// The numbers of the fields of ModelProto, GraphProto and NodeProto.
const model = { graph: 7 } as const
const graph = { node: 1, name: 2, tensor: 5, input: 11, output: 12 } as const
const node = { input: 1, output: 2 } as const
const elementTypes = { float32: 1, int64: 7 } as const

/** Cuts stretches out of a network, each a network of its own; weights of 16 bits become 32 bits, as processors want them. */
export function cutModel(bytes: Uint8Array, cuts: readonly Cut[]): Uint8Array[] {
  const around: Uint8Array[] = []
  const nodes: Node[] = []
  const tensors = new Map<string, WidenedTensor>()
  for (const field of fieldsOf(bytes)) {
    if (field.number !== model.graph) around.push(field.whole)
    else readGraph(field.bytes, nodes, tensors)
  }
  return cuts.map(cut => join([...around, ...bytesFieldParts(model.graph, writeGraph(cut, nodes, tensors))]))
}

function readGraph(bytes: Uint8Array, nodes: Node[], tensors: Map<string, WidenedTensor>): void {
  for (const field of fieldsOf(bytes)) {
    if (field.number === graph.node) nodes.push(readNode(field.bytes))
    if (field.number !== graph.tensor) continue
    const tensor = widenTensor(field.bytes)
    tensors.set(tensor.name, tensor)
  }
}

function readNode(bytes: Uint8Array): Node {
  const inputs: string[] = []
  const outputs: string[] = []
  for (const field of fieldsOf(bytes)) {
    if (field.number === node.input) inputs.push(textOf(field.bytes))
    if (field.number === node.output) outputs.push(textOf(field.bytes))
  }
  return { inputs, outputs, bytes: widenNode(bytes) }
}

function writeGraph(cut: Cut, nodes: readonly Node[], tensors: ReadonlyMap<string, WidenedTensor>): Uint8Array[] {
  const given = new Set(cut.inputs.map(({ name }) => name))
  const needed = new Set(cut.outputs.map(({ name }) => name))
  const kept: Uint8Array[] = []
  // Nodes stand in the order in which they run, so that whoever needs a value comes after who makes it.
  for (const { inputs, outputs, bytes } of nodes.toReversed()) {
    if (!outputs.some(name => needed.has(name) && !given.has(name))) continue
    kept.push(bytesField(graph.node, bytes))
    for (const name of inputs) needed.add(name)
  }
  const weights = [...needed].flatMap(name => tensors.get(name) ?? [])
  return [
    ...kept.reverse(),
    textField(graph.name, 'cut'),
    ...weights.flatMap(tensor => bytesFieldParts(graph.tensor, [tensor.bytes()])),
    ...cut.inputs.map(value => bytesField(graph.input, valueInfo(value))),
    ...cut.outputs.map(value => bytesField(graph.output, valueInfo(value))),
  ]
}

function valueInfo({ name, type }: GraphValue): Uint8Array {
  const tensorType = numberField(1, elementTypes[type])
  return join([textField(1, name), bytesField(2, bytesField(1, tensorType))])
}
