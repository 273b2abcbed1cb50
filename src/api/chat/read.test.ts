import { describe, expect, it } from 'vitest'
import { createCheck } from '../../http/validation.ts'
import { readChatRequest, readChatStyle } from './read.ts'
import { ChatRequest } from './schema.ts'

const check = createCheck(ChatRequest, 'body')
const base = { model: 'svc-3.7-flash', messages: [{ role: 'user', content: 'Hi' }] }
const checked = (body: object): ChatRequest => {
  const result = check({ ...base, ...body })
  if ('error' in result) throw result.error
  return result.value as ChatRequest
}
const read = (body: object = {}) => readChatRequest(checked(body))
const style = (body: object = {}) => readChatStyle(checked(body))
const tool = (name: string, more: object = {}) => ({ type: 'function', function: { name, ...more } })
const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`)

describe('a chat request', () => {
  it('has the defaults of the platform', () => {
    expect(read()).toEqual({
      model: 'svc-3.7-flash',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
      tools: [],
      toolChoice: 'auto',
      temperature: 0.5,
      topP: 0.9,
      stop: [],
      format: { type: 'text' },
    })
    expect(style()).toEqual({ stream: false, includeUsage: false, choices: 1, reasoningField: 'reasoning' })
  })

  it('carries every parameter', () => {
    const body = {
      max_tokens: 7,
      temperature: 0,
      top_p: 0,
      stop: ['END', 'STOP'],
      frequency_penalty: 0.25,
      presence_penalty: -1,
      seed: 42,
      parallel_tool_calls: false,
      reasoning_effort: 'medium',
      response_format: { type: 'json_object' },
    }
    expect(read(body)).toMatchObject({
      maxTokens: 7,
      temperature: 0,
      topP: 0,
      stop: ['END', 'STOP'],
      frequencyPenalty: 0.25,
      presencePenalty: -1,
      seed: 42,
      parallelToolCalls: false,
      effort: 'medium',
      format: { type: 'json-object' },
    })
  })

  it('may say null for everything that is optional', () => {
    const optional = Object.keys(ChatRequest.properties).filter(name => !(name in base))
    const nulls = Object.fromEntries(optional.map(name => [name, null]))
    expect(optional).toContain('temperature')
    expect(read(nulls)).toEqual(read())
    expect(style(nulls)).toEqual(style())
  })

  it.each([
    [{ max_tokens: 5 }, 5],
    [{ max_completion_tokens: 6 }, 6],
    [{ max_tokens: 5, max_completion_tokens: 6 }, 6],
    [{ max_tokens: 5, max_completion_tokens: null }, 5],
  ])('takes %j as the limit of tokens', (body, maxTokens) => {
    expect(read(body).maxTokens).toBe(maxTokens)
  })

  it.each([
    ['END', ['END']],
    ['', []],
    [[], []],
    [
      ['a', '', 'b'],
      ['a', 'b'],
    ],
  ])('stops at %j', (stop, sequences) => {
    expect(read({ stop }).stop).toEqual(sequences)
  })

  it.each([
    ['max_tokens', 1],
    ['max_tokens', Number.MAX_SAFE_INTEGER],
    ['max_completion_tokens', 1],
    ['temperature', 0],
    ['temperature', 2],
    ['top_p', 0],
    ['top_p', 1],
    ['n', 1],
    ['n', 128],
    ['frequency_penalty', 0],
    ['frequency_penalty', 1],
    ['presence_penalty', -2],
    ['presence_penalty', 2],
    ['seed', 0],
    ['seed', Number.MIN_SAFE_INTEGER],
    ['seed', Number.MAX_SAFE_INTEGER],
    ['stop', Array.from({ length: 16 }, String)],
    ['user', 'someone'],
    ['tools', [tool('a')]],
    ['tools', Array.from({ length: 128 }, (_, index) => tool(`t${index}`))],
    ['tools', [tool('a'.repeat(128))]],
    ['tools', [tool('Az09_-')]],
  ])('may have %s at its bound: %j', (name, value) => {
    expect(() => read({ [name]: value })).not.toThrow()
  })

  it.each(['low', 'medium', 'high'])('has the effort %s', effort => {
    expect(read({ reasoning_effort: effort }).effort).toBe(effort)
  })

  it.each(['low', 'high'])('has the effort %s with the model that knows two', effort => {
    expect(read({ model: 'svc-3.5-flash-2603', reasoning_effort: effort }).effort).toBe(effort)
  })
})

describe('the style', () => {
  it.each([
    [{ stream: true }, { stream: true, includeUsage: false }],
    [{ stream: true, stream_options: {} }, { includeUsage: false }],
    [{ stream: true, stream_options: { include_usage: true } }, { includeUsage: true }],
    [{ n: 3 }, { choices: 3 }],
    [{ reasoning_format: 'general' }, { reasoningField: 'reasoning' }],
    [{ reasoning_format: 'deepseek-style' }, { reasoningField: 'reasoning_content' }],
  ])('follows %j', (body, expected) => {
    expect(style(body)).toMatchObject(expected)
  })
})

describe('tools', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

  it('are read with their schemas', () => {
    expect(read({ tools: [tool('weather', { description: 'Tells it', parameters, strict: true })] }).tools).toEqual([
      { name: 'weather', description: 'Tells it', parameters, strict: true },
    ])
  })

  it.each([
    [undefined, { type: 'object', properties: {} }],
    [null, { type: 'object', properties: {} }],
    [{}, { type: 'object' }],
    [{ properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
  ])('whose parameters are %j take an object', (given, expected) => {
    expect(read({ tools: [tool('now', { parameters: given })] }).tools[0]?.parameters).toEqual(expected)
  })

  it.each([
    [undefined, 'auto'],
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ type: 'function', function: { name: 'b' } }, { name: 'b' }],
  ])('are chosen by %j', (tool_choice, toolChoice) => {
    expect(read({ tools: [tool('a'), tool('b')], tool_choice }).toolChoice).toEqual(toolChoice)
  })

  it.each(['auto', 'none'])('need not be there for the choice "%s"', tool_choice => {
    expect(read({ tool_choice }).toolChoice).toBe(tool_choice)
  })

  it('may be nested as deep as anybody needs, and no deeper', () => {
    const withDepth = (levels: number) => read({ tools: [tool('a', { parameters: nested(levels) })] })
    expect(() => withDepth(64)).not.toThrow()
    expect(() => withDepth(65)).toThrow(expect.objectContaining({ param: 'tools[0].function.parameters' }))
  })
})

describe('the format of the answer', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  it.each([
    [{ type: 'text' }, { type: 'text' }],
    [{ type: 'json_object' }, { type: 'json-object' }],
    [
      { type: 'json_schema', json_schema: { name: 'person', schema } },
      { type: 'json-schema', name: 'person', schema, strict: true },
    ],
    [
      { type: 'json_schema', json_schema: { name: null, description: null, schema, strict: null } },
      { type: 'json-schema', name: 'answer', schema, strict: true },
    ],
    [
      { type: 'json_schema', json_schema: { schema, strict: false } },
      { type: 'json-schema', name: 'answer', schema, strict: false },
    ],
  ])('is read from %j', (response_format, format) => {
    expect(read({ response_format }).format).toEqual(format)
  })

  it('may be nested as deep as anybody needs, and no deeper', () => {
    const withDepth = (levels: number) =>
      read({ response_format: { type: 'json_schema', json_schema: { schema: nested(levels) } } })
    expect(() => withDepth(64)).not.toThrow()
    expect(() => withDepth(65)).toThrow(expect.objectContaining({ param: 'response_format.json_schema.schema' }))
  })
})
