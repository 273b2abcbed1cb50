import Type from 'typebox'
import { tagged } from '../wire-schema.ts'

function nullable<T extends Type.TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

const ItemStatus = Type.Enum(['in_progress', 'completed', 'incomplete'])
export type ItemStatus = Type.Static<typeof ItemStatus>

const OutputText = Type.Object({
  type: Type.Literal('output_text'),
  text: Type.String(),
  annotations: Type.Array(Type.Unknown()),
})
export type OutputText = Type.Static<typeof OutputText>

const ReasoningText = Type.Object({ type: Type.Literal('reasoning_text'), text: Type.String() })
export type ReasoningText = Type.Static<typeof ReasoningText>

const OutputItem = tagged('type', [
  Type.Object({
    type: Type.Literal('reasoning'),
    id: Type.String(),
    status: ItemStatus,
    summary: Type.Array(Type.Unknown()),
    content: nullable(Type.Array(ReasoningText)),
    encrypted_content: nullable(Type.String()),
  }),
  Type.Object({
    type: Type.Literal('message'),
    id: Type.String(),
    role: Type.Literal('assistant'),
    status: ItemStatus,
    content: Type.Array(OutputText),
  }),
  Type.Object({
    type: Type.Literal('function_call'),
    id: Type.String(),
    call_id: Type.String(),
    name: Type.String(),
    arguments: Type.String(),
    status: ItemStatus,
  }),
])
export type OutputItem = Type.Static<typeof OutputItem>

const Usage = Type.Object({
  input_tokens: Type.Integer(),
  input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
  output_tokens: Type.Integer(),
  output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer(), tool_output_tokens: Type.Integer() }),
  total_tokens: Type.Integer(),
})
export type Usage = Type.Static<typeof Usage>

/** What the request said, null where it said nothing. */
const Echo = Type.Object({
  instructions: nullable(Type.String()),
  max_output_tokens: nullable(Type.Integer()),
  reasoning: nullable(Type.Object({ effort: nullable(Type.String()), summary: Type.Null() })),
  temperature: nullable(Type.Number()),
  top_p: nullable(Type.Number()),
  tool_choice: nullable(Type.Literal('auto')),
  tools: nullable(Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' }))),
  text: Type.Object({ format: Type.Unsafe<Record<string, unknown>>({ type: 'object' }) }),
  previous_response_id: Type.Null(),
  parallel_tool_calls: nullable(Type.Boolean()),
  store: nullable(Type.Boolean()),
  metadata: nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  truncation: nullable(Type.Enum(['auto', 'disabled'])),
})
export type Echo = Type.Static<typeof Echo>

export const ResponseObject = Type.Object({
  id: Type.String(),
  object: Type.Literal('response'),
  created_at: Type.Integer(),
  completed_at: nullable(Type.Integer()),
  status: Type.Enum(['in_progress', 'completed', 'incomplete', 'failed']),
  error: nullable(Type.Object({ type: Type.String(), code: Type.String(), message: Type.String() })),
  incomplete_details: nullable(Type.Object({ reason: Type.Enum(['max_output_tokens', 'content_filter']) })),
  model: Type.String(),
  output: Type.Array(OutputItem),
  usage: nullable(Usage),
  ...Echo.properties,
})
export type ResponseObject = Type.Static<typeof ResponseObject>
