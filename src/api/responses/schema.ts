import Type from 'typebox'
import { JsonSchemaObject, optional, tagged } from '../wire-schema.ts'
import { InputItem } from './schema-items.ts'

const FunctionTool = Type.Object({
  type: Type.Literal('function'),
  name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$', description: '1 to 128 letters, digits, "_" or "-"' }),
  description: optional(Type.String()),
  parameters: optional(JsonSchemaObject),
  strict: optional(Type.Boolean()),
})
const Tool = tagged('type', [FunctionTool])
export type Tool = Type.Static<typeof Tool>

const TextFormat = tagged('type', [
  Type.Object({ type: Type.Literal('text') }),
  Type.Object({ type: Type.Literal('json_object') }),
  Type.Object({
    type: Type.Literal('json_schema'),
    name: Type.String({ minLength: 1 }),
    description: optional(Type.String()),
    schema: JsonSchemaObject,
    strict: optional(Type.Boolean()),
  }),
])
export type TextFormat = Type.Static<typeof TextFormat>

export const ResponsesRequest = Type.Object({
  model: Type.String({ minLength: 1 }),
  input: Type.Union([Type.String(), Type.Array(InputItem, { minItems: 1 })]),
  instructions: optional(Type.String({ description: 'Comes before everything in `input`' })),
  stream: optional(Type.Boolean()),
  temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: optional(Type.Number({ minimum: 0, maximum: 1 })),
  max_output_tokens: optional(Type.Integer({ minimum: 1, description: 'Bounds reasoning and answer together' })),
  reasoning: optional(
    Type.Object(
      { effort: optional(Type.Enum(['low', 'medium', 'high'])) },
      { description: 'When set, the output shows the reasoning' },
    ),
  ),
  tools: optional(Type.Array(Tool, { maxItems: 128 })),
  tool_choice: optional(Type.Literal('auto')),
  parallel_tool_calls: optional(Type.Boolean()),
  text: optional(Type.Object({ format: optional(TextFormat) })),
  metadata: optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Given back as it is' })),
  store: optional(Type.Boolean({ description: 'Nothing is stored' })),
  truncation: optional(Type.Enum(['auto', 'disabled'])),
  previous_response_id: optional(Type.String({ description: 'Responses are not kept: only null' })),
  conversation: optional(Type.Union([Type.String(), Type.Object({})], { description: 'Not kept: only null' })),
  user: optional(Type.String()),
})
export type ResponsesRequest = Type.Static<typeof ResponsesRequest>
