import { attribute, changeGraph, graph, node, readNode, writeIntegers, writeNode, writeValue } from './onnx.ts'
import { type Field, readFields, text, writeBytes } from './protobuf.ts'

export interface QuickDecoderOptions {
  /** Names the outputs of the cross-attentions `cross_attentions.<layer>` where the export has none. */
  readonly showAttention: boolean
}

/** The input that says for how many of the last positions there are logits: the first of them, counted from the end. */
export const firstPosition = 'last.starts'

/**
 * The published decoders turn the whole vocabulary into floats, transpose it and multiply by it at every token: more work
 * than all their layers. Here it stays in eight bits, and only the last positions are looked up in it.
 */
export function quickenDecoder(file: Buffer, { showAttention }: QuickDecoderOptions): Buffer {
  return changeGraph(file, fields => {
    const branch = firstBranch(fields)
    const { words, scale, zero } = headOf(branch)
    const layers = showAttention ? crossAttentions(branch).length : 0
    const shown = Array.from({ length: layers }, (_, layer) => `cross_attentions.${layer}`)
    return [
      ...fields.map(field => (isBranching(field) ? changeBranching(field, shown) : field.whole)),
      ...shown.map(name => writeValue(graph.output, name, ['batch', 'heads', 'tokens', 'frames'])),
      writeNode('Transpose', [words], ['last.words']),
      writeNode('DynamicQuantizeLinear', ['last.states'], ['last.quantized', 'last.scale', 'last.zero']),
      writeNode('MatMulInteger', ['last.quantized', 'last.words', 'last.zero', zero], ['last.products']),
      writeNode('Cast', ['last.products'], ['last.floats'], { to: 1 }),
      writeNode('Mul', ['last.scale', scale], ['last.scales']),
      writeNode('Mul', ['last.floats', 'last.scales'], ['logits']),
      writeValue(graph.input, firstPosition, [1], 'integers'),
      writeIntegers('last.ends', [BigInt(Number.MAX_SAFE_INTEGER)]),
      writeIntegers('last.axes', [1n]),
    ]
  })
}

function isBranching(field: Field): boolean {
  return field.number === graph.node && readNode(field).operator === 'If'
}

function firstBranch(fields: readonly Field[]): Field[] {
  const branching = fields.find(isBranching)
  const branch = branching && readFields(branching.bytes).find(isBranch)
  const content = branch && readFields(branch.bytes).find(({ number }) => number === attribute.graph)
  if (content === undefined) throw new Error('The decoder has no branch for its cache.')
  return readFields(content.bytes)
}

function isBranch(field: Field): boolean {
  return field.number === node.attribute && /^(then|else)_branch$/.test(text(readFields(field.bytes), attribute.name))
}

function changeBranching(field: Field, shown: readonly string[]): Buffer {
  const parts = readFields(field.bytes).map(part => {
    if (isBranch(part)) return changeBranch(part, shown)
    const isHead = part.number === node.output && part.bytes.toString('utf8') === 'logits'
    return isHead ? writeBytes(node.output, 'last.states') : part.whole
  })
  return writeBytes(graph.node, [...parts, ...shown.map(name => writeBytes(node.output, name))])
}

function changeBranch(branch: Field, shown: readonly string[]): Buffer {
  return writeBytes(
    node.attribute,
    readFields(branch.bytes).map(part =>
      part.number === attribute.graph
        ? writeBytes(attribute.graph, changeBranchGraph(readFields(part.bytes), shown))
        : part.whole,
    ),
  )
}

interface Head {
  readonly hidden: string
  /** The vocabulary in eight bits, and what turns it into floats. */
  readonly words: string
  readonly scale: string
  readonly zero: string
  readonly fields: readonly Field[]
}

/** Transpose, dequantise and multiply: the end of both branches. */
function headOf(fields: readonly Field[]): Head {
  const nodes = fields.filter(({ number }) => number === graph.node).map(field => ({ field, ...readNode(field) }))
  const maker = (name: string | undefined) => nodes.find(({ outputs }) => outputs[0] === name)
  const product = maker('logits')
  const floating = maker(product?.inputs[1])
  const turned = maker(floating?.inputs[0])
  const operators = [product, floating, turned].map(found => found?.operator).join()
  if (!product || !floating || !turned || operators !== 'MatMul,DequantizeLinear,Transpose') {
    throw new Error('The decoder ends in another way than expected.')
  }
  const [hidden = ''] = product.inputs
  const [, scale = '', zero = ''] = floating.inputs
  const [words = ''] = turned.inputs
  return { hidden, words, scale, zero, fields: [product.field, floating.field, turned.field] }
}

/** The branches end with what they know of the last positions; looking it up is done once, behind them. */
function changeBranchGraph(fields: readonly Field[], shown: readonly string[]): Buffer[] {
  const head = headOf(fields)
  const attentions = crossAttentions(fields)
  const kept = fields.filter(field => !head.fields.includes(field))
  return [
    ...kept.map(field =>
      field.number === graph.output && text(readFields(field.bytes), 1) === 'logits'
        ? writeValue(graph.output, 'last', ['batch', 'positions', 'width'])
        : field.whole,
    ),
    writeNode('Slice', [head.hidden, firstPosition, 'last.ends', 'last.axes'], ['last']),
    ...shown.flatMap((name, layer) => [
      writeNode('Identity', [attentions[layer] ?? ''], [name]),
      writeValue(graph.output, name, ['batch', 'heads', 'tokens', 'frames']),
    ]),
  ]
}

/** The names of the attention to the sound, layer by layer. */
function crossAttentions(fields: readonly Field[]): string[] {
  return fields
    .filter(({ number }) => number === graph.node)
    .map(readNode)
    .filter(({ operator, outputs }) => operator === 'Softmax' && /encoder_attn/.test(outputs[0] ?? ''))
    .map(({ outputs }) => outputs[0] ?? '')
}
