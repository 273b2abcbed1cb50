import { describe, expect, it } from 'vitest'
import { createCheck } from '../../http/validation.ts'
import { readResponseStyle, readResponsesRequest } from './read.ts'
import { ResponsesRequest } from './schema.ts'

const check = createCheck(ResponsesRequest, 'body')
const base = { model: 'svc-3.7-flash', input: 'hello' }
const read = (body: object) => {
  const checked = check({ ...base, ...body })
  if ('error' in checked) throw checked.error
  return readResponsesRequest(checked.value as ResponsesRequest)
}
const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('a request', () => {
  it('may be a text alone', () => {
    expect(read({})).toEqual({
      model: 'svc-3.7-flash',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'hello' }] }],
      tools: [],
      toolChoice: 'auto',
      stop: [],
      format: { type: 'text' },
    })
  })

  it('hands on all that it sets', () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    const schema = { type: 'object' }
    expect(
      read({
        instructions: 'be brief',
        temperature: 0.2,
        top_p: 0.5,
        max_output_tokens: 99,
        reasoning: { effort: 'high', summary: 'auto' },
        tools: [{ type: 'function', name: 'look', description: 'looks', parameters, strict: true }],
        tool_choice: 'auto',
        parallel_tool_calls: false,
        text: { format: { type: 'json_schema', name: 'answer', schema, strict: false } },
      }),
    ).toEqual({
      model: 'svc-3.7-flash',
      messages: [
        { role: 'system', text: 'be brief' },
        { role: 'user', parts: [{ type: 'text', text: 'hello' }] },
      ],
      tools: [{ name: 'look', description: 'looks', parameters, strict: true }],
      toolChoice: 'auto',
      parallelToolCalls: false,
      maxTokens: 99,
      temperature: 0.2,
      topP: 0.5,
      stop: [],
      format: { type: 'json-schema', name: 'answer', schema, strict: false },
      effort: 'high',
    })
  })

  it('may say null for everything that is optional', () => {
    const optional = Object.keys(ResponsesRequest.properties).filter(name => !(name in base))
    expect(read(Object.fromEntries(optional.map(name => [name, null])))).toEqual(read({}))
  })

  it.each([
    [{ text: {} }, { type: 'text' }],
    [{ text: { format: { type: 'text' } } }, { type: 'text' }],
    [{ text: { format: { type: 'json_object' } } }, { type: 'json-object' }],
    [
      { text: { format: { type: 'json_schema', name: 'a', schema: {} } } },
      { type: 'json-schema', name: 'a', schema: {}, strict: true },
    ],
  ])('asks for a format with %j', (body, format) => {
    expect(read(body).format).toEqual(format)
  })

  it('gives a tool without parameters an empty object of them', () => {
    expect(read({ tools: [{ type: 'function', name: 'now' }] }).tools).toEqual([
      { name: 'now', parameters: { type: 'object', properties: {} } },
    ])
  })

  it('takes an item whole, with fields that are not ours', () => {
    const item = {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'hi', annotations: [], logprobs: [] }],
    }
    expect(read({ input: [item, { role: 'user', content: 'x' }] }).messages).toHaveLength(2)
  })
})

describe('what is refused', () => {
  const output = { type: 'function_call_output', call_id: 'call_9', output: '' }
  it.each([
    [{ input: [] }, 'input'],
    [{ input: 7 }, 'input'],
    [{ input: ['x'] }, 'input[0]'],
    [{ input: [{ role: 'usr', content: 'x' }] }, 'input[0].role'],
    [{ input: [{ content: 'x' }] }, 'input[0].role'],
    [{ input: [{ type: 'message', role: 'usr', content: 'x' }] }, 'input[0].role'],
    [{ input: [{ type: 'message', content: 'x' }] }, 'input[0].role'],
    [{ input: [{ type: 'mesage', role: 'user', content: 'x' }] }, 'input[0].type'],
    [{ input: [{ role: 'user' }] }, 'input[0].content'],
    [{ input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'a' }] }] }, 'input[0].content[0].type'],
    [{ input: [{ role: 'user', content: [{ type: 'output_text', text: 'a' }] }] }, 'input[0].content[0].type'],
    [{ input: [{ type: 'function_call', call_id: 'a', arguments: '' }] }, 'input[0].name'],
    [{ input: [{ type: 'function_call_output', output: '' }] }, 'input[0].call_id'],
    [{ input: [{ role: 'user', content: 'x' }, output] }, 'input[1].call_id'],
    [{ input: [{ type: 'reasoning', summary: [] }] }, 'input'],
    [{ tool_choice: 'none' }, 'tool_choice'],
    [{ tool_choice: 'required' }, 'tool_choice'],
    [{ tool_choice: { type: 'function', name: 'a' } }, 'tool_choice'],
    [{ tools: [{ type: 'web_search_preview' }] }, 'tools[0].type'],
    [{ tools: [{ type: 'function' }] }, 'tools[0].name'],
    [{ tools: [{ type: 'function', name: 'a b' }] }, 'tools[0].name'],
    [{ tools: [{ type: 'function', name: 'a', parameters: { type: 'array' } }] }, 'tools[0].parameters.type'],
    [{ tools: [{ type: 'function', name: 'a', parameters: nested(70) }] }, 'tools[0].parameters'],
    [{ tools: Array.from({ length: 129 }, () => ({ type: 'function', name: 'a' })) }, 'tools'],
    [{ reasoning: { effort: 'minimal' } }, 'reasoning.effort'],
    [{ model: 'svc-3.5-flash-2603', reasoning: { effort: 'medium' } }, 'reasoning.effort'],
    [{ text: { format: { type: 'xml' } } }, 'text.format.type'],
    [{ text: { format: { type: 'json_schema', schema: {} } } }, 'text.format.name'],
    [{ text: { format: { type: 'json_schema', name: 'a' } } }, 'text.format.schema'],
    [{ text: { format: { type: 'json_schema', name: 'a', schema: nested(70) } } }, 'text.format.schema'],
    [{ max_output_tokens: 0 }, 'max_output_tokens'],
    [{ max_output_tokens: 1.5 }, 'max_output_tokens'],
    [{ temperature: 2.1 }, 'temperature'],
    [{ top_p: 1.1 }, 'top_p'],
    [{ metadata: nested(70) }, 'metadata'],
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: 'conv_1' }, 'conversation'],
  ])('is named: %j', (body, param) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'request_params_invalid', param }))
  })

  it('does not hide the two efforts that the one model knows', () => {
    const efforts = ['low', 'high'].map(effort => read({ model: 'svc-3.5-flash-2603', reasoning: { effort } }).effort)
    expect(efforts).toEqual(['low', 'high'])
  })
})

describe('the style', () => {
  it.each([
    [{}, false],
    [{ reasoning: null }, false],
    [{ reasoning: {} }, true],
    [{ reasoning: { effort: 'low' as const } }, true],
  ])('shows reasoning when it was asked for: %j', (body, shows) => {
    expect(readResponseStyle({ ...base, ...body }, undefined).showsReasoning).toBe(shows)
  })

  it('calls parts of reasoning what the asking helper knows', () => {
    expect(readResponseStyle(base, 'stream').reasoningPart).toBe('response.content_part')
    expect(readResponseStyle(base, undefined).reasoningPart).toBe('response.reasoning_part')
  })
})
