/** One field of a message in the protocol-buffer encoding, still encoded. */
export interface Field {
  readonly number: number
  /** 0: a whole number; 1: 8 bytes; 2: bytes with their length; 5: 4 bytes. */
  readonly kind: number
  /** Of kind 0. */
  readonly value: number
  /** Of kind 2, a view. */
  readonly bytes: Uint8Array
  /** All of it with its tag, a view. */
  readonly whole: Uint8Array
}

const none = new Uint8Array(0)

/** Reads one message, one level deep. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  const number = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('the message ends in the middle of a number')
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  while (at < message.length) {
    const start = at
    const tag = number()
    const kind = tag & 7
    let value = 0
    let bytes: Uint8Array = none
    if (kind === 0) value = number()
    else {
      const length = kind === 2 ? number() : kind === 1 ? 8 : 4
      if (at + length > message.length) throw new RangeError('the message ends in the middle of a field')
      bytes = message.subarray(at, at + length)
      at += length
    }
    yield { number: tag >>> 3, kind, value, bytes, whole: message.subarray(start, at) }
  }
}

export function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.of(...bytes, rest)
}

export function numberField(number: number, value: number): Uint8Array {
  return join([varint(number * 8), varint(value)])
}

export function bytesField(number: number, bytes: Uint8Array): Uint8Array {
  return join(bytesFieldParts(number, [bytes]))
}

/** The same without a copy, for what is large. */
export function bytesFieldParts(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [varint(number * 8 + 2), varint(length), ...parts]
}

export function textField(number: number, text: string): Uint8Array {
  return bytesField(number, new TextEncoder().encode(text))
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
