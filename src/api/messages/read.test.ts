import { describe, expect, it } from 'vitest'
import { readCountTokensRequest, readMessagesRequest } from './read.ts'
import type { MessagesRequest } from './schema.ts'

const base: MessagesRequest = {
  model: 'svc-3.7-flash',
  messages: [{ role: 'user', content: 'Hello' }],
  max_tokens: 100,
}
const tool = { name: 'weather', description: 'Tells it', input_schema: { type: 'object', properties: {} } }
const read = (more: Partial<MessagesRequest> = {}) => readMessagesRequest({ ...base, ...more })

describe('a messages request read into the core', () => {
  it('leaves out what was not said', () => {
    expect(read()).toEqual({
      request: {
        model: 'svc-3.7-flash',
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        tools: [],
        toolChoice: 'auto',
        maxTokens: 100,
        stop: [],
        format: { type: 'text' },
      },
      ignored: [],
    })
  })

  it('carries every parameter', () => {
    const { request } = read({
      output_config: { effort: 'medium' },
      temperature: 0,
      top_p: 0.5,
      top_k: 0,
      stop_sequences: ['END', ''],
    })
    expect(request).toMatchObject({ effort: 'medium', temperature: 0, topP: 0.5, topK: 0, stop: ['END'] })
  })

  it.each([
    ['a string', 'Be brief.', 'Be brief.'],
    [
      'blocks',
      [
        { type: 'text' as const, text: 'Be brief.' },
        { type: 'text' as const, text: 'Be kind.' },
      ],
      'Be brief.\n\nBe kind.',
    ],
  ])('puts the system text first, given as %s', (_form, system, text) => {
    expect(read({ system }).request.messages).toMatchObject([{ role: 'system', text }, { role: 'user' }])
  })

  it.each([[''], [[]], [null]])('has no system message for %j', system => {
    expect(read({ system }).request.messages).toHaveLength(1)
  })

  it('knows the model with two efforts', () => {
    const model = 'svc-3.5-flash-2603'
    expect(read({ model, output_config: { effort: 'high' } }).request.effort).toBe('high')
    expect(() => read({ model, output_config: { effort: 'medium' } })).toThrow(
      expect.objectContaining({ code: 'request_params_invalid', param: 'output_config.effort' }),
    )
  })
})

describe('tools', () => {
  it('are read with their schemas', () => {
    const { request } = read({ tools: [tool, { type: 'custom', name: 'now', input_schema: {}, strict: true }] })
    expect(request.tools).toEqual([
      { name: 'weather', description: 'Tells it', parameters: { type: 'object', properties: {} } },
      { name: 'now', parameters: { type: 'object' }, strict: true },
    ])
  })

  it.each([
    [{ type: 'web_search_20250305', name: 'web_search' }, 'tools[0].type', 'web_search_20250305'],
    [{ name: 'weather' }, 'tools[0].input_schema', 'is required'],
    [{ name: 'weather', input_schema: { type: 'string' } }, 'tools[0].input_schema.type', 'must be "object"'],
  ])('are refused when they can not be called: %j', (wrong, param, message) => {
    expect(() => read({ tools: [wrong] })).toThrow(
      expect.objectContaining({ param, message: expect.stringContaining(message) }),
    )
  })

  it.each([
    [{ type: 'auto' }, { toolChoice: 'auto' }],
    [{ type: 'any' }, { toolChoice: 'required' }],
    [{ type: 'none' }, { toolChoice: 'none' }],
    [{ type: 'tool', name: 'weather' }, { toolChoice: { name: 'weather' } }],
    [
      { type: 'any', disable_parallel_tool_use: true },
      { toolChoice: 'required', parallelToolCalls: false },
    ],
  ])('are chosen by %j', (tool_choice, expected) => {
    const { request, ignored } = read({ tools: [tool], tool_choice })
    expect(request).toMatchObject(expected)
    expect(ignored).toEqual([])
  })

  it.each(['auto', {}, { type: 'some' }, { type: 'tool' }, { type: 'tool', name: 'other' }, 5])(
    'are left to the model when the choice is %j',
    tool_choice => {
      const { request, ignored } = read({ tools: [tool], tool_choice })
      expect(request.toolChoice).toBe('auto')
      expect(ignored).toEqual(['toolChoice'])
    },
  )

  it('can not be demanded where there are none', () => {
    expect(read({ tool_choice: { type: 'any' } })).toMatchObject({
      request: { toolChoice: 'auto' },
      ignored: ['toolChoice'],
    })
  })
})

describe('the format of the answer', () => {
  it('is a schema when one is given', () => {
    const schema = { type: 'object', properties: {} }
    const { request, ignored } = read({ output_config: { format: { type: 'json_schema', schema } } })
    expect(request.format).toEqual({ type: 'json-schema', name: 'answer', schema, strict: true })
    expect(ignored).toEqual([])
  })

  it.each(['json', { type: 'json_schema' }, { type: 'xml', schema: {} }])('is text when it is %j', format => {
    const { request, ignored } = read({ output_config: { format } })
    expect(request.format).toEqual({ type: 'text' })
    expect(ignored).toEqual(['format'])
  })
})

it('a count is of the same conversation', () => {
  const { model, messages } = base
  const { request } = read({ system: 'Be brief.', tools: [tool] })
  const counted = readCountTokensRequest({ model, messages, system: 'Be brief.', tools: [tool] })
  expect(counted.messages).toEqual(request.messages)
  expect(counted.tools).toEqual(request.tools)
})
