import Type from 'typebox'
import { JsonSchemaObject, optional, tagged } from '../wire-schema.ts'

const TextBlock = Type.Object({ type: Type.Literal('text'), text: Type.String() })
const Text = Type.Union([Type.String(), Type.Array(tagged('type', [TextBlock]))])

const ImageBlock = Type.Object({
  type: Type.Literal('image'),
  source: tagged('type', [
    Type.Object({ type: Type.Literal('url'), url: Type.String({ minLength: 1, description: 'http(s) URL' }) }),
    Type.Object({
      type: Type.Literal('base64'),
      media_type: Type.Enum(['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif']),
      data: Type.String({ minLength: 1 }),
    }),
  ]),
})

const ToolResultBlock = Type.Object({
  type: Type.Literal('tool_result'),
  tool_use_id: Type.String({ minLength: 1 }),
  content: optional(Type.Union([Type.String(), Type.Array(tagged('type', [TextBlock, ImageBlock]))])),
  is_error: optional(Type.Boolean()),
})
export type ToolResultBlock = Type.Static<typeof ToolResultBlock>
export type UserBlock = Type.Static<typeof TextBlock> | Type.Static<typeof ImageBlock>

const ToolUseBlock = Type.Object({
  type: Type.Literal('tool_use'),
  id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  input: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }),
})
const ThinkingBlock = Type.Object({ type: Type.Literal('thinking'), thinking: Type.String() })
const HiddenThinkingBlock = Type.Object({ type: Type.Literal('redacted_thinking') })

const UserMessage = Type.Object({
  role: Type.Literal('user'),
  content: Type.Union([
    Type.String(),
    Type.Array(tagged('type', [TextBlock, ImageBlock, ToolResultBlock]), { minItems: 1 }),
  ]),
})
/** An answer of ours may be empty, and comes back as it was. */
const AssistantMessage = Type.Object({
  role: Type.Literal('assistant'),
  content: Type.Union([
    Type.String(),
    Type.Array(tagged('type', [TextBlock, ToolUseBlock, ThinkingBlock, HiddenThinkingBlock])),
  ]),
})
export type UserMessage = Type.Static<typeof UserMessage>
export type AssistantMessage = Type.Static<typeof AssistantMessage>
export type ConversationMessage = UserMessage | AssistantMessage

const Tool = Type.Object({
  type: optional(Type.String({ description: '"custom", or left out' })),
  name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$', description: '1 to 128 letters, digits, "_" or "-"' }),
  description: optional(Type.String()),
  input_schema: Type.Optional(JsonSchemaObject),
  strict: optional(Type.Boolean()),
})
export type Tool = Type.Static<typeof Tool>

const parallel = { disable_parallel_tool_use: optional(Type.Boolean()) }
export const ToolChoice = tagged('type', [
  Type.Object({ type: Type.Literal('auto'), ...parallel }),
  Type.Object({ type: Type.Literal('any'), ...parallel }),
  Type.Object({ type: Type.Literal('tool'), name: Type.String(), ...parallel }),
  Type.Object({ type: Type.Literal('none') }),
])
export type ToolChoice = Type.Static<typeof ToolChoice>

export const OutputFormat = Type.Object({ type: Type.Literal('json_schema'), schema: JsonSchemaObject })
export type OutputFormat = Type.Static<typeof OutputFormat>

const conversation = {
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(tagged('role', [UserMessage, AssistantMessage]), { minItems: 1 }),
  system: optional(Text),
  tools: optional(Type.Array(Tool, { maxItems: 128 })),
}

export const CountTokensRequest = Type.Object(conversation)
export type CountTokensRequest = Type.Static<typeof CountTokensRequest>

/** `tool_choice` and `output_config.format` are honoured in the shape shown; any other is tolerated and has no effect. */
export const MessagesRequest = Type.Object({
  ...conversation,
  max_tokens: Type.Integer({ exclusiveMinimum: 0 }),
  tool_choice: Type.Optional(Type.Union([ToolChoice, Type.Unknown()])),
  output_config: optional(
    Type.Object({
      effort: optional(Type.Enum(['low', 'medium', 'high'])),
      format: Type.Optional(Type.Union([OutputFormat, Type.Unknown()])),
    }),
  ),
  stream: optional(Type.Boolean()),
  temperature: optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  top_k: optional(Type.Integer({ minimum: 0, maximum: 500 })),
  stop_sequences: optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 64 })),
  thread: Type.Optional(Type.Unknown({ description: 'Refused: conversations are not kept here' })),
})
export type MessagesRequest = Type.Static<typeof MessagesRequest>

const Usage = Type.Object({
  input_tokens: Type.Integer({ description: 'Of the input, what was not in the cache' }),
  output_tokens: Type.Integer(),
  cache_creation_input_tokens: Type.Integer({ description: 'Always 0' }),
  cache_read_input_tokens: Type.Integer({ description: 'Of the input, what the engine had in its cache' }),
})
export type Usage = Type.Static<typeof Usage>

const WrittenBlock = tagged('type', [TextBlock, ToolUseBlock])
export type WrittenBlock = Type.Static<typeof WrittenBlock>

const StopReason = Type.Enum(['end_turn', 'tool_use', 'max_tokens', 'refusal'])
export type StopReason = Type.Static<typeof StopReason>

export const WrittenMessage = Type.Object({
  id: Type.String(),
  type: Type.Literal('message'),
  role: Type.Literal('assistant'),
  model: Type.String(),
  content: Type.Array(WrittenBlock),
  stop_reason: StopReason,
  stop_sequence: Type.Union([Type.String(), Type.Null()]),
  usage: Usage,
})
export type WrittenMessage = Type.Static<typeof WrittenMessage>

export const TokenCount = Type.Object({ input_tokens: Type.Integer() })
export type TokenCount = Type.Static<typeof TokenCount>

export const MessagesError = Type.Object({
  type: Type.Literal('error'),
  error: Type.Object({
    type: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Object({ error_code: Type.String(), unsupported: Type.Array(Type.String()) })),
  }),
  request_id: Type.String(),
})
export type MessagesError = Type.Static<typeof MessagesError>

/** The events of a stream; each is sent under its own name. `error` is written by the dress of the path. */
export type StreamEvent =
  | {
      type: 'message_start'
      message: Omit<WrittenMessage, 'stop_reason' | 'stop_sequence'> & { stop_reason: null; stop_sequence: null }
    }
  | { type: 'ping' }
  | { type: 'content_block_start'; index: number; content_block: WrittenBlock }
  | { type: 'content_block_delta'; index: number; delta: BlockDelta }
  | { type: 'content_block_stop'; index: number }
  | {
      type: 'message_delta'
      delta: { stop_reason: StopReason; stop_sequence: string | null }
      stop_reason: StopReason
      usage: Usage
    }
  | { type: 'message_stop' }

export type BlockDelta = { type: 'text_delta'; text: string } | { type: 'input_json_delta'; partial_json: string }
