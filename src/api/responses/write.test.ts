import { expect, it } from 'vitest'
import type { ResponsesRequest } from './schema.ts'
import { writeEcho } from './write.ts'

const echoOf = (body: Partial<ResponsesRequest>) => writeEcho({ model: 'svc-3.7-flash', input: 'hello', ...body })
const nothing = {
  instructions: null,
  max_output_tokens: null,
  reasoning: null,
  temperature: null,
  top_p: null,
  tool_choice: null,
  tools: null,
  text: { format: { type: 'text' } },
  previous_response_id: null,
  parallel_tool_calls: null,
  store: null,
  metadata: null,
  truncation: null,
}

it('echoes null for what was not set, and for null', () => {
  expect(echoOf({})).toEqual(nothing)
  expect(echoOf({ tools: null, reasoning: null, text: null, temperature: null })).toEqual(nothing)
})

it('echoes what was set, zero and false too', () => {
  const parameters = { type: 'object' }
  const tools = [{ type: 'function' as const, name: 'look', description: null, parameters, strict: false }]
  const set = {
    instructions: '',
    max_output_tokens: 1,
    temperature: 0,
    top_p: 0,
    tool_choice: 'auto' as const,
    tools,
    parallel_tool_calls: false,
    store: false,
    metadata: { a: 'b' },
    truncation: 'auto' as const,
  }
  expect(echoOf(set)).toEqual({ ...nothing, ...set })
})

it.each([
  [{}, { effort: null, summary: null }],
  [{ effort: 'high' as const }, { effort: 'high', summary: null }],
])('echoes reasoning %j with its summary', (reasoning, echoed) => {
  expect(echoOf({ reasoning }).reasoning).toEqual(echoed)
})

it.each([
  [{}, { type: 'text' }],
  [{ format: { type: 'json_object' as const } }, { type: 'json_object' }],
  [
    { format: { type: 'json_schema' as const, name: 'a', schema: { type: 'object' } } },
    { type: 'json_schema', name: 'a', strict: null, schema: { type: 'object' } },
  ],
  [
    { format: { type: 'json_schema' as const, name: 'a', schema: {}, strict: true, description: 'b' } },
    { type: 'json_schema', name: 'a', strict: true, schema: {}, description: 'b' },
  ],
])('echoes the format of %j', (text, format) => {
  expect(echoOf({ text }).text).toEqual({ format })
})

it('gives back only the fields of a tool that were checked', () => {
  const tool = { type: 'function' as const, name: 'look', extra: { deep: {} } }
  expect(echoOf({ tools: [tool] }).tools).toEqual([{ type: 'function', name: 'look' }])
})
