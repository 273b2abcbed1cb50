import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from './operations.ts'

const oddSegments = [
  '%',
  '%zz',
  '%00',
  'a%00b',
  '%ff',
  '%c0%ae%c0%ae',
  '%ed%a0%80',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '__proto__',
  'constructor',
  'x'.repeat(600),
  'x'.repeat(8_000),
  '%f0%9f%92%a5',
  "'%20or%201=1--",
  '{}',
  '*',
  ':id',
  'null',
  '-1',
  '%20',
]

/** Something in the place of each parameter that is no id of ours. */
export function oddPath({ path }: Operation): Arbitrary<string> {
  const segment = fc.oneof(
    fc.constantFrom(...oddSegments),
    fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).map(text => encodeURIComponent(text.toWellFormed())),
  )
  return segment.map(segment => path.replaceAll(/\{\w+\}/g, segment))
}

export function plainPath({ path }: Operation): string {
  return path.replaceAll(/\{\w+\}/g, 'nothing-here')
}

const strayQueries = [
  '&',
  '%',
  '=%zz',
  '__proto__=1',
  'a[b]=1',
  '%00=%00',
  '%ff',
  `x=${'y'.repeat(10_000)}`,
  '&'.repeat(5_000),
]

export interface Query {
  readonly text: string
  /** A parameter twice is no text any more. */
  readonly refused: boolean
}

export function badQuery({ query }: Operation): Arbitrary<Query> {
  const value = fc.constantFrom('', '%', '%00', '-1', '0', '1e9', 'NaN', 'null', '[]', '%ed%a0%80', 'x'.repeat(2_000))
  const stray = fc.constantFrom(...strayQueries).map(text => ({ text, refused: false }))
  const names = Object.keys(query)
  if (names.length === 0) return stray
  const name = fc.constantFrom(...names)
  return fc.oneof(
    stray,
    fc.tuple(name, value).map(([name, value]) => ({ text: `${name}=${value}`, refused: false })),
    fc
      .tuple(name, value, value)
      .map(([name, one, other]) => ({ text: `${name}=${one}&${name}=${other}`, refused: true })),
  )
}
