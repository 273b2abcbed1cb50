import type { AnswerFormat, GenerationRequest, Tool } from '../../../core/generation.ts'
import { type ChatField, ignoredParameter } from './chat-fields.ts'
import { chatMessages } from './chat-messages.ts'
import type { JsonRecord } from './record.ts'

export interface ChatDialect {
  /** What the server calls the model. */
  readonly model: string
  readonly refused: ReadonlySet<ChatField>
  /** The name that the server has for the most tokens of an answer. */
  readonly limitField: 'max_tokens' | 'max_completion_tokens'
  /** Whether the answer is asked for in one piece. */
  readonly whole: boolean
}

export interface ChatBody {
  readonly json: string
  /** What the server has refused before, and was therefore left out. */
  readonly ignored: readonly (keyof GenerationRequest)[]
}

export function chatBody(request: GenerationRequest, dialect: ChatDialect): ChatBody {
  const fields: Record<string, unknown> = {
    model: dialect.model,
    messages: chatMessages(request.messages, { withReasoning: !dialect.refused.has('reasoning_content') }),
    stream: !dialect.whole,
  }
  const ignored: (keyof GenerationRequest)[] = []
  const offer = (field: ChatField, value: unknown) => {
    if (value === undefined) return
    if (!dialect.refused.has(field)) {
      fields[field] = value
      return
    }
    const parameter = ignoredParameter(field)
    if (parameter) ignored.push(parameter)
  }
  if (request.maxTokens !== undefined) fields[dialect.limitField] = request.maxTokens
  offer('stream_options', dialect.whole ? undefined : streamOptions(dialect))
  offer('temperature', request.temperature)
  offer('top_p', request.topP)
  offer('top_k', request.topK)
  offer('frequency_penalty', request.frequencyPenalty)
  offer('presence_penalty', request.presencePenalty)
  offer('seed', request.seed)
  offer('stop', request.stop.length > 0 ? request.stop : undefined)
  offer('response_format', responseFormat(request.format))
  offer('reasoning_effort', request.effort)
  // A server that can't be told to use no tools is not shown any.
  const hidesTools = request.toolChoice === 'none' && dialect.refused.has('tool_choice')
  if (request.tools.length > 0 && !hidesTools) {
    fields.tools = request.tools.map(chatTool)
    offer('tool_choice', toolChoice(request))
    offer('parallel_tool_calls', request.parallelToolCalls)
  }
  return { json: JSON.stringify(fields), ignored }
}

/** Running counts cost a few bytes a chunk and tell what an answer has cost that its reader leaves. */
function streamOptions({ refused }: ChatDialect): JsonRecord {
  return refused.has('continuous_usage_stats')
    ? { include_usage: true }
    : { include_usage: true, continuous_usage_stats: true }
}

export function chatTool({ name, description, parameters, strict }: Tool): JsonRecord {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters,
      ...(strict === undefined ? {} : { strict }),
    },
  }
}

/** `auto` is what every server does when tools are given and nothing is said. */
function toolChoice({ toolChoice }: GenerationRequest): unknown {
  if (toolChoice === 'auto') return undefined
  return typeof toolChoice === 'string' ? toolChoice : { type: 'function', function: { name: toolChoice.name } }
}

function responseFormat(format: AnswerFormat): JsonRecord | undefined {
  switch (format.type) {
    case 'text':
      return undefined
    case 'json-object':
      return { type: 'json_object' }
    case 'json-schema':
      return {
        type: 'json_schema',
        json_schema: { name: format.name, schema: format.schema, strict: format.strict },
      }
  }
}
