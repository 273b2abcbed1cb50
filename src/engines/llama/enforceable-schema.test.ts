import { describe, expect, it } from 'vitest'
import type { GenerationRequest, JsonSchema } from '../../core/generation.ts'
import { assertEnforceable } from './enforceable-schema.ts'

const request: GenerationRequest = {
  model: 'm',
  messages: [],
  tools: [],
  toolChoice: 'auto',
  stop: [],
  format: { type: 'text' },
}
const within = (schema: unknown): JsonSchema => ({ type: 'object', properties: { list: { items: schema } } })
const check = (schema: JsonSchema) =>
  assertEnforceable({ ...request, format: { type: 'json-schema', name: 'x', schema, strict: true } })

describe('a schema', () => {
  it.each<[JsonSchema, string]>([
    [{ anyOf: [] }, '"anyOf" is empty'],
    [{ enum: [] }, '"enum" is empty'],
    [{ type: 'integer', minimum: 5, maximum: 1 }, '"minimum" is above "maximum"'],
    [{ type: 'string', minLength: 2, maxLength: 1 }, '"minLength" is above "maxLength"'],
    [{ type: 'string', pattern: '^a**$' }, 'is no regular expression'],
  ])('that nothing satisfies is refused, also deep inside: %j', (schema, problem) => {
    expect(() => check(schema)).toThrow(problem)
    expect(() => check(within(schema))).toThrow(problem)
  })

  it('that refers to itself before anything is written is refused', () => {
    const $defs = { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } }
    expect(() => check({ $ref: '#/$defs/a', $defs })).toThrow('refers to itself')
  })

  it('that repeats itself further in is taken', () => {
    const node = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } }
    expect(() => check({ $ref: '#/$defs/node', $defs: { node } })).not.toThrow()
  })

  it('with very many ways through it is read once', () => {
    const $defs: Record<string, JsonSchema> = { s60: { type: 'null' } }
    for (let step = 0; step < 60; step++) {
      const next = { $ref: `#/$defs/s${step + 1}` }
      $defs[`s${step}`] = { anyOf: [next, { ...next }] }
    }
    expect(() => check({ $ref: '#/$defs/s0', $defs })).not.toThrow()
  })

  it('of a tool is told by the name of the tool', () => {
    const tools = [
      { name: 'good', parameters: {} },
      { name: 'odd', parameters: { enum: [] } },
    ]
    expect(() => assertEnforceable({ ...request, tools })).toThrow('the tool "odd"')
  })
})
