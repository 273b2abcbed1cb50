import Type from 'typebox'
import { FoundPassage } from './schema.ts'

const Usage = Type.Object({
  prompt_tokens: Type.Integer(),
  cached_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  prompt_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
  completion_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
})
export type Usage = Type.Static<typeof Usage>

export const FinishReason = Type.Enum(['stop', 'length', 'tool_calls', 'content_filter'])
export type FinishReason = Type.Static<typeof FinishReason>

/** Calls of the built-in tools carry what was found; nobody waits for an answer to them. */
const CallType = Type.Enum(['function', 'web_search', 'retrieval'])

const WrittenToolCall = Type.Object({
  id: Type.String(),
  type: CallType,
  function: Type.Object({
    name: Type.String(),
    arguments: Type.String(),
    results: Type.Optional(Type.Array(FoundPassage)),
  }),
})

export const ChatCompletion = Type.Object({
  id: Type.String(),
  object: Type.Literal('chat.completion'),
  created: Type.Integer(),
  model: Type.String(),
  choices: Type.Array(
    Type.Object({
      index: Type.Integer(),
      finish_reason: FinishReason,
      message: Type.Object({
        role: Type.Literal('assistant'),
        content: Type.String(),
        reasoning: Type.Optional(Type.String()),
        reasoning_content: Type.Optional(Type.String()),
        tool_calls: Type.Optional(Type.Array(WrittenToolCall)),
      }),
    }),
  ),
  usage: Usage,
})
export type ChatCompletion = Type.Static<typeof ChatCompletion>

/** `id`, `type` and `name` come with the first piece of a call. */
const ToolCallDelta = Type.Object({
  index: Type.Integer(),
  id: Type.Optional(Type.String()),
  type: Type.Optional(CallType),
  function: Type.Object({
    name: Type.Optional(Type.String()),
    arguments: Type.String(),
    results: Type.Optional(Type.Array(FoundPassage)),
  }),
})
export type ToolCallDelta = Type.Static<typeof ToolCallDelta>

/** `finish_reason` is empty until the last chunk of a choice. */
export const ChatChunk = Type.Object({
  id: Type.String(),
  object: Type.Literal('chat.completion.chunk'),
  created: Type.Integer(),
  model: Type.String(),
  choices: Type.Array(
    Type.Object({
      index: Type.Integer(),
      delta: Type.Object({
        role: Type.Literal('assistant'),
        content: Type.String(),
        reasoning: Type.Optional(Type.String()),
        reasoning_content: Type.Optional(Type.String()),
        tool_calls: Type.Optional(Type.Array(ToolCallDelta)),
      }),
      finish_reason: Type.Enum(['', 'stop', 'length', 'tool_calls', 'content_filter']),
    }),
  ),
  usage: Usage,
})
export type ChatChunk = Type.Static<typeof ChatChunk>
