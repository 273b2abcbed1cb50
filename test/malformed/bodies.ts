import { isUtf8 } from 'node:buffer'
import { Ajv } from 'ajv'
import fc, { type Arbitrary } from 'fast-check'
import { mutate, mutation, writeJson } from './mutations.ts'
import type { Schema } from './operations.ts'
import { valuesOf } from './values.ts'

export interface Body {
  readonly bytes: Buffer
  readonly refused: boolean
}

/** A body that fits the schema, changed in one to three places, and at times broken as text. */
export function badJson(schema: Schema): Arbitrary<Body> {
  const check = new Ajv({ strict: false, validateFormats: false, discriminator: true }).compile(schema)
  const text = fc
    .tuple(valuesOf(schema), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => Buffer.from(writeJson(mutations.reduce(mutate, value))))
  return fc
    .oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: broken(text) })
    .map(bytes => ({ bytes, refused: !isUtf8(bytes) || !fits(bytes.toString(), check) }))
}

function fits(text: string, check: (value: unknown) => boolean): boolean {
  try {
    return check(JSON.parse(text))
  } catch {
    return false
  }
}

const strayBytes = ['ff', 'c0af', 'eda080', 'f0288cbc', 'efbbbf', '00', '22', '5c', '7d', '2c', '0d0a', 'e280a8']

/** Cut off, with stray bytes in between, or not in UTF-8 at all. */
function broken(text: Arbitrary<Buffer>): Arbitrary<Buffer> {
  const place = fc.nat({ max: 10_000 })
  const at = (bytes: Buffer, place: number) => (bytes.length === 0 ? 0 : place % bytes.length)
  return fc.oneof(
    fc.tuple(text, place).map(([bytes, place]) => bytes.subarray(0, at(bytes, place))),
    fc.tuple(text, place, fc.constantFrom(...strayBytes)).map(([bytes, place, stray]) => {
      const cut = at(bytes, place)
      return Buffer.concat([bytes.subarray(0, cut), Buffer.from(stray, 'hex'), bytes.subarray(cut)])
    }),
    text.map(bytes => Buffer.from(bytes.toString(), 'utf16le')),
    text.map(bytes => Buffer.concat([bytes, bytes])),
    fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
  )
}
