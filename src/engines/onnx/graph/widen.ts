import { bytesField, bytesFieldParts, fieldsOf, join, numberField, textOf } from './fields.ts'

export interface WidenedTensor {
  readonly name: string
  bytes(): Uint8Array
}

// The numbers of the fields of TensorProto, NodeProto and AttributeProto.
const tensor = { elementType: 2, name: 8, raw: 9 } as const
const node = { operation: 4, attribute: 5 } as const
const attribute = { name: 1, integer: 3, tensor: 5 } as const
const [float32, float16] = [1, 10]

export function widenTensor(bytes: Uint8Array): WidenedTensor {
  let name = ''
  let isNarrow = false
  for (const field of fieldsOf(bytes)) {
    if (field.number === tensor.name) name = textOf(field.bytes)
    if (field.number === tensor.elementType) isNarrow = field.value === float16
  }
  return { name, bytes: () => (isNarrow ? widened(bytes) : bytes) }
}

/** A node that turns numbers into 16 bits turns them into 32 instead, and so do numbers written into it. */
export function widenNode(bytes: Uint8Array): Uint8Array {
  const fields = [...fieldsOf(bytes)]
  const isCast = fields.some(field => field.number === node.operation && textOf(field.bytes) === 'Cast')
  return join(
    fields.map(field =>
      field.number === node.attribute ? bytesField(node.attribute, widenAttribute(field.bytes, isCast)) : field.whole,
    ),
  )
}

function widenAttribute(bytes: Uint8Array, ofCast: boolean): Uint8Array {
  const fields = [...fieldsOf(bytes)]
  const isTarget = ofCast && fields.some(field => field.number === attribute.name && textOf(field.bytes) === 'to')
  return join(
    fields.map(field => {
      if (field.number === attribute.tensor) return bytesField(attribute.tensor, widenTensor(field.bytes).bytes())
      const isNarrow = isTarget && field.number === attribute.integer && field.value === float16
      return isNarrow ? numberField(attribute.integer, float32) : field.whole
    }),
  )
}

function widened(bytes: Uint8Array): Uint8Array {
  return join(
    [...fieldsOf(bytes)].flatMap(field => {
      if (field.number === tensor.elementType) return [numberField(tensor.elementType, float32)]
      return field.number === tensor.raw ? bytesFieldParts(tensor.raw, [widenNumbers(field.bytes)]) : [field.whole]
    }),
  )
}

function widenNumbers(bytes: Uint8Array): Uint8Array {
  const count = bytes.length / 2
  const values = new Uint32Array(count)
  const table = widenTable()
  for (let i = 0; i < count; i++) values[i] = table[(bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8)] ?? 0
  return new Uint8Array(values.buffer)
}

let made: Uint32Array | undefined

/** The bits of all 65536 numbers of 16 bits as numbers of 32. */
function widenTable(): Uint32Array {
  made ??= Uint32Array.from({ length: 65536 }, (_, half) => {
    const sign = half & 0x8000 ? -1 : 1
    const exponent = (half >> 10) & 31
    const fraction = half & 1023
    if (exponent === 31) return bitsOf(fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY)
    return bitsOf(sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024)))
  })
  return made
}

function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0
}
