import { describe, expect, it } from 'vitest'
import { floats, floatsOf, integers, openSession, Tensor } from '../../onnx/session.ts'
import { hearAnyLength } from './any-length.ts'
import { attribute, graph, model, node, tensor, writeNode, writeValue } from './onnx.ts'
import { readFields, writeBytes, writeNumber } from './protobuf.ts'
import { firstPosition, quickenDecoder } from './quick-decoder.ts'

const [float, byte] = [1, 2]

function constant(
  name: string,
  type: number,
  dimensions: readonly number[],
  values: Float32Array | Uint8Array,
): Buffer {
  return writeBytes(graph.initializer, [
    ...dimensions.map(size => writeNumber(tensor.dimension, size)),
    writeNumber(tensor.type, type),
    writeBytes(tensor.name, name),
    writeBytes(tensor.raw, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  ])
}

function file(parts: readonly Buffer[]): Buffer {
  return Buffer.concat([
    writeNumber(1, 8),
    writeBytes(8, [writeNumber(2, 13)]),
    writeBytes(model.graph, [writeBytes(2, 'test'), ...parts]),
  ])
}

it('fields are written as they were read', () => {
  const message = Buffer.concat([writeNumber(3, 300), writeBytes(20, 'text'), writeBytes(7, [writeNumber(1, 0)])])
  expect(Buffer.concat(readFields(message).map(({ whole }) => whole))).toEqual(message)
  expect(readFields(message).map(({ number, value }) => [number, value])).toEqual([
    [3, 300],
    [20, 4],
    [7, 2],
  ])
  expect(() => readFields(Buffer.of(0x80))).toThrow('cut off')
})

describe('an encoder that adds a fixed table', () => {
  const table = Float32Array.of(1, 2, 3, 4, 5, 6)
  const encoder = file([
    writeNode('Add', ['sound', 'embed_positions.weight'], ['states']),
    constant('embed_positions.weight', float, [3, 2], table),
    writeValue(graph.input, 'sound', ['frames', 2]),
    writeValue(graph.output, 'states', ['frames', 2]),
  ])

  it('takes any length once the table is an input', async () => {
    const any = hearAnyLength(encoder, 2)
    expect(any.positions).toEqual(table)
    const session = await openSession(any.model, { threads: 1 })
    for (const frames of [1, 2, 3]) {
      const { states } = await session.run({
        sound: floats(new Float32Array(frames * 2).fill(10), [frames, 2]),
        [any.input]: floats(any.positions.subarray(0, frames * 2), [frames, 2]),
      })
      expect([...floatsOf(states)]).toEqual([11, 12, 13, 14, 15, 16].slice(0, frames * 2))
    }
    await session.close()
  })

  it('is not taken for one without', () => {
    expect(() => hearAnyLength(file([]), 2)).toThrow('no "embed_positions.weight"')
  })
})

describe('a decoder that turns its vocabulary into floats', () => {
  const branch = (name: string) =>
    writeBytes(node.attribute, [
      writeBytes(attribute.name, name),
      writeNumber(attribute.type, 5),
      writeBytes(attribute.graph, [
        writeBytes(2, name),
        writeNode('Softmax', ['hidden'], ['/encoder_attn/Softmax_output_0']),
        writeNode('Transpose', ['words'], ['words.turned']),
        writeNode('DequantizeLinear', ['words.turned', 'scale', 'zero'], ['words.floats']),
        writeNode('MatMul', ['hidden', 'words.floats'], ['logits']),
        writeValue(graph.output, 'logits', ['batch', 'tokens', 'words']),
      ]),
    ])
  const decoder = file([
    writeBytes(graph.node, [
      writeBytes(node.input, 'use_cache_branch'),
      writeBytes(node.output, 'logits'),
      writeBytes(node.operator, 'If'),
      branch('then_branch'),
      branch('else_branch'),
    ]),
    constant('words', byte, [3, 2], Uint8Array.of(130, 120, 0, 255, 128, 128)),
    constant('scale', float, [], Float32Array.of(0.1)),
    constant('zero', byte, [], Uint8Array.of(128)),
    writeValue(graph.input, 'hidden', ['batch', 'tokens', 2]),
    writeBytes(graph.input, [
      writeBytes(1, 'use_cache_branch'),
      writeBytes(2, [writeBytes(1, [writeNumber(1, 9), writeBytes(2, [writeBytes(1, [writeNumber(1, 1)])])])]),
    ]),
    writeValue(graph.output, 'logits', ['batch', 'tokens', 'words']),
  ])
  const hidden = floats(Float32Array.of(9, 9, 1, 2, -1, 0.5), [1, 3, 2])
  const run = async (bytes: Buffer, cached: boolean, positions: number) => {
    const session = await openSession(bytes, { threads: 1 })
    const results = await session.run({
      hidden,
      use_cache_branch: new Tensor('bool', [cached], [1]),
      [firstPosition]: integers([-positions], [1]),
    })
    await session.close()
    return results
  }

  it.each([true, false])('gives the same for its last positions, and shows where it looks (%s)', async cached => {
    const quick = await run(quickenDecoder(decoder, { showAttention: true }), cached, 2)
    // Each word is its two bytes less 128, times 0.1; the hidden values are 1, 2 and then -1, 0.5.
    const expected = [0.2 - 1.6, -12.8 + 25.4, 0, -0.2 - 0.4, 12.8 + 6.35, 0]
    const found = floatsOf(quick.logits)
    expect(quick.logits?.dims).toEqual([1, 2, 3])
    for (const [place, value] of found.entries()) expect(Math.abs(value - (expected[place] ?? 99))).toBeLessThan(0.3)
    expect(quick['cross_attentions.0']?.dims).toEqual([1, 3, 2])
    const all = await run(quickenDecoder(decoder, { showAttention: true }), cached, 3)
    expect(all.logits?.dims).toEqual([1, 3, 3])
  })

  it('is left alone where it ends otherwise', () => {
    expect(() => quickenDecoder(file([]), { showAttention: true })).toThrow('no branch')
  })
})
