import fc, { type Arbitrary } from 'fast-check'

/** JSON text that stands for a value: nesting that a recursive writer could not write, numbers that are none. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const trickyNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'a.b/c~d',
  '\ud800',
  '0',
]

const junk: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, -1e308, [], {}, [[]], [null], ''),
  fc.constantFrom(
    ' ',
    '\0',
    '\ud800',
    'x\udc00y',
    'NaN',
    'null',
    '-0',
    '1e999',
    'true',
    '../../etc/passwd',
    '\u202e',
    '💥',
  ),
  fc
    .constantFrom('NaN', 'Infinity', '-', '01', '1e999', 'undefined', "'single'", '{"a":1,"a":2}')
    .map(text => new RawJson(text)),
  fc.integer({ min: 100, max: 10_000 }).map(levels => new RawJson('['.repeat(levels) + ']'.repeat(levels))),
  fc.integer({ min: 100, max: 10_000 }).map(levels => new RawJson(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)),
  fc.constantFrom(1_000, 50_000, 200_000, 1_100_000).map(length => 'x'.repeat(length)),
  fc.integer({ min: 100, max: 5_000 }).map(length => new Array(length).fill(0)),
  fc.constantFrom(...trickyNames).map(name => named(name, { admin: true })),
)

type Change = (value: unknown, junk: unknown, name: string) => unknown

const changes: Readonly<Record<string, Change>> = {
  replace: (_value, other) => other,
  remove: () => undefined,
  'put in an array': value => [value],
  'put in an object': (value, _other, name) => named(name, value),
  'add a field': (value, other, name) => (isObject(value) ? { ...value, ...named(name, other) } : other),
  'repeat the items': value => (Array.isArray(value) ? [...value, ...value, ...value] : [value, value]),
  'turn to text': value => (value instanceof RawJson ? value : writeJson(value)),
}

export interface Mutation {
  /** Counts the places of the value, from the root; taken modulo how many there are. */
  readonly place: number
  readonly change: string
  readonly junk: unknown
  readonly name: string
}

export const mutation: Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 200 }),
  change: fc.constantFrom(...Object.keys(changes)),
  junk,
  name: fc.oneof(fc.constantFrom(...trickyNames), fc.constantFrom('extra', 'model', 'x'.repeat(5_000))),
})

export function mutate(value: unknown, { place, change, junk, name }: Mutation): unknown {
  const places = placesOf(value)
  const path = places[place % places.length] ?? []
  return changeAt(value, path, inner => changes[change]?.(inner, junk, name))
}

function placesOf(value: unknown): string[][] {
  const below = isObject(value) || Array.isArray(value) ? Object.entries(value).slice(0, 50) : []
  return [[], ...below.flatMap(([key, inner]) => placesOf(inner).map(path => [key, ...path]))]
}

/** What a change turns into undefined is left out. */
function changeAt(value: unknown, [key, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  const changed = Object.entries(value as object)
    .map(([name, inner]) => [name, name === key ? changeAt(inner, rest, change) : inner] as const)
    .filter(([, inner]) => inner !== undefined)
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed)
}

/** An own field even when it is called `__proto__`. */
function named(name: string, value: unknown): object {
  return Object.fromEntries([[name, value]])
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson)
}

export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${writeJson(inner)}`)
  return `{${fields.join(',')}}`
}
