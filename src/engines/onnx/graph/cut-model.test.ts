import { describe, expect, it } from 'vitest'
import { floats, floatsOf, openSession } from '../session.ts'
import { cutModel } from './cut-model.ts'
import { bytesField, join, numberField, textField } from './fields.ts'

const node = (operation: string, inputs: string[], output: string, attributes: Uint8Array[] = []) =>
  bytesField(
    1,
    join([
      ...inputs.map(name => textField(1, name)),
      textField(2, output),
      textField(4, operation),
      ...attributes.map(attribute => bytesField(5, attribute)),
    ]),
  )
const toHalf = join([textField(1, 'to'), numberField(3, 10), numberField(20, 2)])
const value = (number: number, name: string) =>
  bytesField(number, join([textField(1, name), bytesField(2, bytesField(1, numberField(1, 1)))]))
/** 1.5 and −2 in 16 bits. */
const halves = join([
  numberField(1, 2),
  numberField(2, 10),
  textField(8, 'weights'),
  bytesField(9, Uint8Array.of(0, 0x3e, 0, 0xc0)),
])

/** x → as 16 bits → times the weights → plus itself → y. */
const model = join([
  numberField(1, 9),
  bytesField(8, numberField(2, 17)),
  bytesField(
    7,
    join([
      node('Cast', ['x'], 'narrow', [toHalf]),
      node('Mul', ['narrow', 'weights'], 'product'),
      node('Add', ['product', 'product'], 'sum'),
      node('Cast', ['sum'], 'y', [join([textField(1, 'to'), numberField(3, 1), numberField(20, 2)])]),
      textField(2, 'whole'),
      bytesField(5, halves),
      value(11, 'x'),
      value(12, 'y'),
    ]),
  ),
])

const number32 = (name: string) => ({ name, type: 'float32' }) as const

describe('cutting a network', () => {
  it('gives halves that do together what the whole does, in 32 bits', async () => {
    const [first, second] = cutModel(model, [
      { inputs: [number32('x')], outputs: [number32('product')] },
      { inputs: [number32('product')], outputs: [number32('y')] },
    ])
    if (!first || !second) throw new Error('two cuts give two networks')
    const [one, two] = [await openSession(first, { threads: 1 }), await openSession(second, { threads: 1 })]
    const between = await one.run({ x: floats(Float32Array.of(1.0001, 3), [2]) })
    // 1.0001 would be 1 in 16 bits.
    expect([...floatsOf(between.product)]).toEqual([expect.closeTo(1.50015, 6), -6])
    const { product } = between
    if (!product) throw new Error('the first half gives the product')
    expect([...floatsOf((await two.run({ product })).y)]).toEqual([expect.closeTo(3.0003, 5), -12])
    // The second has no use for the weights.
    expect(Buffer.from(second).includes('weights')).toBe(false)
    await one.close()
    await two.close()
  })

  it('does not accept bytes that end in the middle', () => {
    expect(() => cutModel(model.subarray(0, model.length - 3), [])).toThrow(/middle/)
  })
})
