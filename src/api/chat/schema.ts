import Type from 'typebox'
import { JsonSchemaObject, optional, tagged } from '../wire-schema.ts'

const TextPart = Type.Object({ type: Type.Literal('text'), text: Type.String() })
const Text = Type.Union([Type.String(), Type.Array(tagged('type', [TextPart]))])

const UserPart = tagged('type', [
  TextPart,
  Type.Object({
    type: Type.Literal('image_url'),
    image_url: Type.Object({
      url: Type.String({ minLength: 1, description: 'http(s) URL or data URI: jpg, png, webp, static gif' }),
      detail: optional(Type.Enum(['low', 'high', 'auto'])),
    }),
  }),
  Type.Object({
    type: Type.Literal('video_url'),
    video_url: Type.Object({
      url: Type.String({ minLength: 1, description: 'mp4 under 128 MB' }),
      detail: optional(Type.Enum(['low', 'high', 'auto'])),
    }),
  }),
  Type.Object({
    type: Type.Literal('input_audio'),
    input_audio: Type.Object({
      data: Type.String({ minLength: 1, description: 'data URI of mp3 or wav; or base64 with `format`' }),
      format: optional(Type.Enum(['mp3', 'wav'])),
    }),
  }),
])
export type UserPart = Type.Static<typeof UserPart>

/** What a built-in tool found, as answers show it and as callers send it back. */
export const FoundPassage = Type.Object({
  index: Type.Integer(),
  url: Type.String(),
  title: Type.String(),
  summary: Type.String(),
})

const ToolCall = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: optional(Type.String()),
  function: Type.Object({
    name: Type.String(),
    arguments: Type.String(),
    results: optional(Type.Array(FoundPassage)),
  }),
})
export type ToolCall = Type.Static<typeof ToolCall>

const SystemMessage = Type.Object({ role: Type.Enum(['system', 'developer']), content: Text })
const UserMessage = Type.Object({
  role: Type.Literal('user'),
  content: Type.Union([Type.String(), Type.Array(UserPart, { minItems: 1 })]),
})
const AssistantMessage = Type.Object({
  role: Type.Literal('assistant'),
  content: optional(Text),
  reasoning: optional(Type.String()),
  reasoning_content: optional(Type.String()),
  tool_calls: optional(Type.Array(ToolCall)),
})
const ToolMessage = Type.Object({
  role: Type.Literal('tool'),
  content: Text,
  tool_call_id: Type.String({ minLength: 1 }),
})
export const Message = tagged('role', [SystemMessage, UserMessage, AssistantMessage, ToolMessage])
export type Message = Type.Static<typeof Message>

const Tool = tagged('type', [
  Type.Object({
    type: Type.Literal('function'),
    function: Type.Object({
      name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$', description: '1 to 128 letters, digits, "_" or "-"' }),
      description: optional(Type.String()),
      parameters: optional(JsonSchemaObject),
      strict: optional(Type.Boolean()),
    }),
  }),
  Type.Object({
    type: Type.Literal('web_search'),
    function: optional(Type.Object({ description: optional(Type.String({ maxLength: 2000 })) })),
  }),
  Type.Object({
    type: Type.Literal('retrieval'),
    function: Type.Object({
      description: optional(Type.String({ maxLength: 2000 })),
      options: Type.Object({
        vector_store_id: Type.String({ minLength: 1 }),
        prompt_template: optional(
          Type.String({ maxLength: 8000, description: 'Where {{knowledge}} and {{query}} are put in' }),
        ),
      }),
    }),
  }),
])
export type Tool = Type.Static<typeof Tool>

const ToolChoice = Type.Union([
  Type.Enum(['auto', 'none', 'required']),
  Type.Object({ type: Type.Literal('function'), function: Type.Object({ name: Type.String({ minLength: 1 }) }) }),
])

const ResponseFormat = tagged('type', [
  Type.Object({ type: Type.Literal('text') }),
  Type.Object({ type: Type.Literal('json_object') }),
  Type.Object({
    type: Type.Literal('json_schema'),
    json_schema: Type.Object({
      name: optional(Type.String()),
      description: optional(Type.String()),
      schema: JsonSchemaObject,
      strict: optional(Type.Boolean()),
    }),
  }),
])
export type ResponseFormat = Type.Static<typeof ResponseFormat>

/** Beyond it a number no longer is what was sent. */
const largest = Number.MAX_SAFE_INTEGER
const TokenLimit = Type.Integer({ minimum: 1, maximum: largest })

export const ChatRequest = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(Message, { minItems: 1 }),
  tools: optional(Type.Array(Tool, { minItems: 1, maxItems: 128 })),
  tool_choice: optional(ToolChoice),
  parallel_tool_calls: optional(Type.Boolean()),
  max_tokens: optional(TokenLimit),
  max_completion_tokens: optional(TokenLimit),
  temperature: optional(Type.Number({ minimum: 0, maximum: 2, description: 'Default 0.5' })),
  top_p: optional(Type.Number({ minimum: 0, maximum: 1, description: 'Default 0.9' })),
  n: optional(Type.Integer({ minimum: 1, maximum: 128, description: 'Default 1; up to 5 suggested' })),
  stream: optional(Type.Boolean()),
  stream_options: optional(Type.Object({ include_usage: optional(Type.Boolean()) })),
  stop: optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 16 })])),
  frequency_penalty: optional(Type.Number({ minimum: 0, maximum: 1 })),
  presence_penalty: optional(Type.Number({ minimum: -2, maximum: 2 })),
  seed: optional(Type.Integer({ minimum: -largest, maximum: largest })),
  response_format: optional(ResponseFormat),
  reasoning_format: optional(Type.Enum(['general', 'deepseek-style'])),
  reasoning_effort: optional(Type.Enum(['low', 'medium', 'high'])),
  user: optional(Type.String()),
  extra_body: optional(Type.Object({}, { description: 'Merged into the request' })),
})
export type ChatRequest = Type.Static<typeof ChatRequest>
