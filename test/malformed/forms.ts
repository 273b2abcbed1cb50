import fc, { type Arbitrary } from 'fast-check'
import type { Body } from './bodies.ts'
import type { Schema } from './operations.ts'

export interface Form extends Body {
  readonly contentType: string
}

interface Part {
  readonly head: string
  readonly content: string
}

interface Draft {
  readonly parts: readonly Part[]
  readonly boundary: string
}

type Fault = (draft: Draft, schema: Schema) => Partial<Form> & { readonly parts?: readonly Part[] }

const boundary = 'limit-of-parts'
const type = `multipart/form-data; boundary=${boundary}`
const field = (name: string, content: string): Part => ({
  head: `content-disposition: form-data; name="${name}"`,
  content,
})
const file = (name: string, filename: string, content = 'some text'): Part => ({
  head: `content-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: text/plain`,
  content,
})

/** `refused` only where no reading of the form could let it through. */
const faults: Readonly<Record<string, Fault>> = {
  'no parts': () => ({ parts: [], refused: true }),
  'an empty body': () => ({ bytes: Buffer.alloc(0), refused: true }),
  'no boundary in the header': () => ({ contentType: 'multipart/form-data', refused: true }),
  'another boundary': () => ({ contentType: 'multipart/form-data; boundary=other', refused: true }),
  'an endless boundary': () => ({ contentType: `multipart/form-data; boundary=${'b'.repeat(5_000)}`, refused: true }),
  'JSON instead': () => ({ bytes: Buffer.from('{"purpose":"storage"}'), refused: true }),
  'never closed': ({ parts }) => ({ bytes: write(parts).subarray(0, -boundary.length - 6), refused: true }),
  'cut in a header': ({ parts }) => ({ bytes: write(parts).subarray(0, boundary.length + 20), refused: true }),
  'line feeds alone': ({ parts }) => ({ bytes: Buffer.from(write(parts).toString().replaceAll('\r\n', '\n')) }),
  'no required field': ({ parts }, schema) => ({
    parts: parts.filter(part => !isRequired(part, schema)),
    refused: true,
  }),
  'wrong values': ({ parts }) => ({ parts: parts.map(({ head }) => ({ head, content: '\0wrong' })), refused: true }),
  'files for fields': ({ parts }) => ({ parts: parts.map(part => file(nameOf(part), 'a.txt')), refused: true }),
  'no names': ({ parts }) => ({
    parts: parts.map(part => ({ ...part, head: 'content-disposition: form-data' })),
    refused: true,
  }),
  'no headers': ({ parts }) => ({ parts: parts.map(part => ({ ...part, head: '' })), refused: true }),
  'a name of the prototype': ({ parts }) => ({ parts: [field('__proto__', 'x'), field('constructor', 'y'), ...parts] }),
  'an unknown file': ({ parts }) => ({ parts: [...parts, file('other', 'a.txt')] }),
  'too many parts': ({ parts }) => ({
    parts: [...parts, ...Array.from({ length: 300 }, (_, n) => field(`f${n}`, ''))],
  }),
  'too many files': ({ parts }) => ({ parts: [...parts, ...Array.from({ length: 20 }, () => file('file', 'a.txt'))] }),
  'an endless name': ({ parts }) => ({ parts: [...parts, field('n'.repeat(10_000), 'x')] }),
  'an endless header': ({ parts }) => ({ parts: [{ head: `x-long: ${'h'.repeat(100_000)}`, content: '' }, ...parts] }),
  nested: ({ parts }) => ({
    parts: [...parts, { head: 'content-type: multipart/mixed; boundary=inner', content: '--inner\r\n' }],
  }),
  'odd file names': ({ parts }) => ({ parts: parts.map(renamed('../../\\x00\0".txt')) }),
  'empty file names': ({ parts }) => ({ parts: parts.map(renamed('')) }),
  'endless file names': ({ parts }) => ({ parts: parts.map(renamed('n'.repeat(5_000))) }),
  'not UTF-8': ({ parts }) => ({ bytes: Buffer.from(write(parts).toString().replaceAll('a', '\xff'), 'latin1') }),
}

export function badForm(schema: Schema, values: Arbitrary<unknown>): Arbitrary<Form> {
  return fc.tuple(values, fc.constantFrom(...Object.values(faults))).map(([value, fault]) => {
    const parts = partsOf(value as Record<string, unknown>, schema)
    const { parts: others, ...form } = fault({ parts, boundary }, schema)
    return { bytes: write(others ?? parts), contentType: type, refused: false, ...form }
  })
}

function partsOf(value: Record<string, unknown>, schema: Schema): Part[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  return Object.entries(value).map(([name, content]) =>
    properties[name]?.format === 'binary' ? file(name, 'a.txt', String(content)) : field(name, String(content)),
  )
}

function write(parts: readonly Part[]): Buffer {
  const sections = parts.map(({ head, content }) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`)
  return Buffer.from(`${sections.join('')}--${boundary}--\r\n`)
}

function nameOf({ head }: Part): string {
  return /name="([^"]*)"/.exec(head)?.[1] ?? ''
}

function isRequired(part: Part, schema: Schema): boolean {
  return ((schema.required ?? []) as string[]).includes(nameOf(part))
}

function renamed(filename: string) {
  return (part: Part): Part => (part.head.includes('filename') ? file(nameOf(part), filename) : part)
}
