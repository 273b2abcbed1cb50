import { assertEffort } from '../../core/effort.ts'
import { invalid } from '../../core/errors.ts'
import type { AnswerFormat, GenerationRequest, Tool } from '../../core/generation.ts'
import { assertShallow } from '../../core/json-depth.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { assertResultsMatchCalls } from '../../core/tool-calls.ts'
import { type Conversation, readItems } from './read-items.ts'
import type { ResponsesRequest, TextFormat, Tool as WireTool } from './schema.ts'
import type { ReasoningPartPrefix } from './stream-events.ts'

/** How this caller wants the answer to be written. */
export interface ResponseStyle {
  readonly stream: boolean
  readonly showsReasoning: boolean
  readonly reasoningPart: ReasoningPartPrefix
}

/**
 * The streaming helper of a widespread client library throws at events that it does not know, `response.reasoning_part.added`
 * among them. It says that it is the one who asks, and is told of reasoning under the name that it knows.
 */
export function readResponseStyle(body: ResponsesRequest, helper: unknown): ResponseStyle {
  return {
    stream: body.stream ?? false,
    showsReasoning: (body.reasoning ?? null) !== null,
    reasoningPart: helper === 'stream' ? 'response.content_part' : 'response.reasoning_part',
  }
}

export function readResponsesRequest(body: ResponsesRequest): GenerationRequest {
  assertNothingKept(body)
  assertShallow(body.metadata, 'metadata')
  const effort = body.reasoning?.effort ?? undefined
  assertEffort(body.model, effort, 'reasoning.effort')
  const { messages, origins } = readInput(body.input)
  assertResultsMatchCalls(messages, index => `input[${origins[index]}].call_id`)
  return {
    model: body.model,
    messages: body.instructions ? [{ role: 'system', text: body.instructions }, ...messages] : messages,
    tools: (body.tools ?? []).map(readTool),
    toolChoice: 'auto',
    stop: [],
    format: readFormat(body.text?.format),
    ...omitUndefined({
      parallelToolCalls: body.parallel_tool_calls ?? undefined,
      maxTokens: body.max_output_tokens ?? undefined,
      temperature: body.temperature ?? undefined,
      topP: body.top_p ?? undefined,
      effort,
    }),
  }
}

function assertNothingKept(body: ResponsesRequest): void {
  for (const field of ['previous_response_id', 'conversation'] as const) {
    if ((body[field] ?? null) === null) continue
    throw invalid(field, `"${field}" must be null: responses are not kept here; send the earlier items in "input".`)
  }
}

function readInput(input: ResponsesRequest['input']): Conversation {
  if (typeof input === 'string') {
    return { messages: [{ role: 'user', parts: [{ type: 'text', text: input }] }], origins: [0] }
  }
  const conversation = readItems(input)
  if (conversation.messages.length === 0) {
    throw invalid('input', '"input" holds nothing but reasoning; it must have at least one message.')
  }
  return conversation
}

function readTool({ name, description, parameters, strict }: WireTool, index: number): Tool {
  const at = `tools[${index}].parameters`
  assertShallow(parameters, at)
  if (parameters && parameters.type !== undefined && parameters.type !== 'object') {
    throw invalid(`${at}.type`, `"${at}.type" must be "object".`)
  }
  return {
    name,
    parameters: { type: 'object', ...(parameters ?? { properties: {} }) },
    ...omitUndefined({ description: description ?? undefined, strict: strict ?? undefined }),
  }
}

function readFormat(format: TextFormat | null | undefined): AnswerFormat {
  switch (format?.type) {
    case undefined:
    case 'text':
      return { type: 'text' }
    case 'json_object':
      return { type: 'json-object' }
    case 'json_schema':
      assertShallow(format.schema, 'text.format.schema')
      return { type: 'json-schema', name: format.name, schema: format.schema, strict: format.strict ?? true }
  }
}
