/** One field of a protobuf message; `bytes` is the payload of a length-delimited one, `whole` the field as it stands. */
export interface Field {
  readonly number: number
  readonly wire: number
  readonly value: number
  readonly bytes: Buffer
  readonly whole: Buffer
}

const varintWire = 0
const lengthWire = 2
const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** The fields of a message in their order, without copying. */
export function readFields(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at]
      if (byte === undefined) throw new Error('The model file is cut off.')
      at += 1
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const start = at
    const tag = varint()
    const wire = tag % 8
    const value = wire === varintWire || wire === lengthWire ? varint() : 0
    const length = wire === lengthWire ? value : (fixedBytes[wire] ?? 0)
    const bytes = message.subarray(at, at + length)
    at += length
    fields.push({ number: Math.floor(tag / 8), wire, value, bytes, whole: message.subarray(start, at) })
  }
  return fields
}

export function text(fields: readonly Field[], number: number): string {
  return fields.find(field => field.number === number)?.bytes.toString('utf8') ?? ''
}

export function texts(fields: readonly Field[], number: number): string[] {
  return fields.filter(field => field.number === number).map(({ bytes }) => bytes.toString('utf8'))
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}

export function writeNumber(number: number, value: number): Buffer {
  return Buffer.concat([writeVarint(number * 8), writeVarint(value)])
}

/** A message within a message, as pieces: a network is large, and is copied once, at the end. */
export function writePieces(number: number, pieces: readonly Buffer[]): Buffer[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return [Buffer.concat([writeVarint(number * 8 + lengthWire), writeVarint(length)]), ...pieces]
}

/** A length-delimited field: text, bytes, or a message made of fields. */
export function writeBytes(number: number, content: string | Buffer | readonly Buffer[]): Buffer {
  const payload =
    typeof content === 'string' ? Buffer.from(content) : Buffer.isBuffer(content) ? content : Buffer.concat(content)
  return Buffer.concat([writeVarint(number * 8 + lengthWire), writeVarint(payload.length), payload])
}
