import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../core/generation.ts'
import { answerGrammar } from './answer-grammar.ts'

const within = (schema: unknown): JsonSchema => ({ type: 'object', properties: { list: { items: schema } } })
const none = { tools: [], calls: 'none', severalCalls: false } as const
const grammarOf = (schema: JsonSchema) => answerGrammar({ ...none, schema }).fromStart ?? ''
const tool = (name: string, parameters: object) =>
  ({ type: 'function', function: { name, description: '', parameters } }) as const

describe('a schema that can not be enforced', () => {
  it.each<[JsonSchema, string]>([
    [{ anyOf: [] }, '"anyOf" is empty'],
    [{ enum: [] }, '"enum" is empty'],
    [{ type: 'integer', minimum: 5, maximum: 1 }, '"minimum" is above "maximum"'],
    [{ type: 'integer', minimum: 0.2, maximum: 0.8 }, 'no integer is within its bounds'],
    [{ type: 'string', minLength: 2, maxLength: 1 }, '"minLength" is above "maxLength"'],
    [{ type: 'string', minLength: 5000 }, 'asks for 5000 repetitions'],
    [{ type: 'string', pattern: '^a**$' }, 'is no regular expression'],
    [{ type: 'string', pattern: '^(?=a)b$' }, 'it looks ahead'],
    [{ type: 'string', pattern: '^abc$', maxLength: 2 }, 'its pattern and its length'],
    [{ type: 'object', properties: { a: false }, required: ['a'] }, '"a" is required'],
    [{ not: { type: 'string' } }, '"not" can\'t be enforced'],
    [{ $ref: 'https://example.com/schema' }, 'refers to elsewhere'],
    [{ $ref: '#/$defs/none' }, 'refers to nothing'],
    [{ type: 'thing' }, '"thing" is no type'],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 'more than one choice of its "oneOf"'],
    [{ allOf: [{ type: 'string' }, { type: 'null' }] }, 'exclude each other'],
    [{ type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string' } }, '"uniqueItems"'],
  ])('is refused, also deep inside: %j', (schema, problem) => {
    expect(() => grammarOf(schema)).toThrow(problem)
    expect(() => grammarOf(within(schema))).toThrow(problem)
  })

  it('is one that refers to itself before anything is written', () => {
    const $defs = { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } }
    expect(() => grammarOf({ $ref: '#/$defs/a', $defs })).toThrow('refers to itself')
    const all = { a: { allOf: [{ $ref: '#/$defs/a' }, { minLength: 1 }] } }
    expect(() => grammarOf({ $ref: '#/$defs/a', $defs: all })).toThrow('refers to itself')
  })

  it('of a tool is told by the name of the tool', () => {
    const tools = [tool('good', {}), tool('odd', { properties: { a: { enum: [] } } })]
    expect(() => answerGrammar({ ...none, calls: 'auto', tools })).toThrow('the tool "odd"')
  })
})

describe('a schema', () => {
  it('that repeats itself further in is taken', () => {
    const node = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } }
    expect(grammarOf({ $ref: '#/$defs/node', $defs: { node } })).toContain('root ::= ref-')
  })

  it('with very many ways through it is read once', () => {
    const $defs: Record<string, JsonSchema> = { s60: { type: 'null' } }
    for (let step = 0; step < 60; step++) {
      const next = { $ref: `#/$defs/s${step + 1}` }
      $defs[`s${step}`] = { anyOf: [next, { type: 'boolean' }, { ...next }] }
    }
    expect(grammarOf({ $ref: '#/$defs/s0', $defs }).split('\n').length).toBeLessThan(200)
  })

  it('never lets anything be repeated so often that llama.cpp would end the process', () => {
    const grammar = grammarOf({ type: 'array', items: { type: 'string', maxLength: 100_000 }, maxItems: 9_000_000 })
    const counts = [...grammar.matchAll(/\{\d+,(\d+)\}/g)].map(([, most]) => Number(most))
    expect(Math.max(...counts)).toBe(1500)
  })
})

describe('the grammar of an answer', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const tools = [tool('weather', parameters)]
  const rootOf = (grammar: string | undefined) => grammar?.split('\n')[0] ?? ''

  it('is none without tools and schema', () => {
    expect(answerGrammar(none)).toEqual({})
  })

  it('begins with the call when one is required', () => {
    const one = answerGrammar({ ...none, calls: 'required', tools })
    expect(rootOf(one.fromStart)).toMatch(/^root ::= "<tool_call>" call-\d+$/)
    const several = answerGrammar({ ...none, calls: 'required', severalCalls: true, tools })
    expect(rootOf(several.fromStart)).toMatch(/call-\d+ next-\d+\{0,7\}$/)
  })

  it('waits for a call when one is allowed', () => {
    const made = answerGrammar({ ...none, calls: 'auto', tools })
    expect(made.fromStart).toBeUndefined()
    expect(rootOf(made.fromCall)).toMatch(/^root ::= call-\d+$/)
  })

  it('is either when tools and a schema are given', () => {
    const made = answerGrammar({ ...none, calls: 'auto', tools, schema: { type: 'boolean' } })
    expect(rootOf(made.fromStart)).toMatch(/^root ::= \("true" \| "false"\) \| "<tool_call>" call-\d+$/)
  })
})
