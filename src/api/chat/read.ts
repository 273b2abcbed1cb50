import { assertEffort } from '../../core/effort.ts'
import { invalid } from '../../core/errors.ts'
import type { AnswerFormat, GenerationRequest, JsonSchema, Tool } from '../../core/generation.ts'
import { assertShallow } from '../../core/json-depth.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { assertResultsMatchCalls } from '../../core/tool-calls.ts'
import { readBuiltInTool, withOwnNames } from './read-built-in.ts'
import { readMessages } from './read-messages.ts'
import type { ChatRequest, ResponseFormat, Tool as WireTool } from './schema.ts'

/** How this caller wants the answer to be written. */
export interface ChatStyle {
  readonly stream: boolean
  readonly includeUsage: boolean
  readonly choices: number
  readonly reasoningField: 'reasoning' | 'reasoning_content'
}

export function readChatStyle(body: ChatRequest): ChatStyle {
  return {
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    choices: body.n ?? 1,
    reasoningField: body.reasoning_format === 'deepseek-style' ? 'reasoning_content' : 'reasoning',
  }
}

export function readChatRequest(body: ChatRequest): GenerationRequest {
  const { messages, wireIndexes } = readMessages(body.messages)
  assertResultsMatchCalls(messages, index => `messages[${wireIndexes[index]}].tool_call_id`)
  const effort = body.reasoning_effort ?? undefined
  assertEffort(body.model, effort, 'reasoning_effort')
  const tools = body.tools ? withOwnNames(body.tools.map(readTool)) : []
  return {
    model: body.model,
    messages,
    tools,
    toolChoice: readToolChoice(body.tool_choice, tools),
    temperature: body.temperature ?? 0.5,
    topP: body.top_p ?? 0.9,
    stop: body.stop ? [body.stop].flat().filter(sequence => sequence !== '') : [],
    format: readFormat(body.response_format),
    ...omitUndefined({
      parallelToolCalls: body.parallel_tool_calls ?? undefined,
      maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
      frequencyPenalty: body.frequency_penalty ?? undefined,
      presencePenalty: body.presence_penalty ?? undefined,
      seed: body.seed ?? undefined,
      effort,
    }),
  }
}

function readTool(tool: WireTool, index: number): Tool {
  const at = `tools[${index}]`
  if (tool.type !== 'function') return readBuiltInTool(tool)
  const { name, description, parameters, strict } = tool.function
  if (parameters) assertParameters(parameters, `${at}.function.parameters`)
  return {
    name,
    parameters: { type: 'object', ...(parameters ?? { properties: {} }) },
    ...omitUndefined({ description: description ?? undefined, strict: strict ?? undefined }),
  }
}

/** What every engine relies on: the arguments are one object. The rest of the schema is between caller and model. */
function assertParameters(schema: JsonSchema, at: string): void {
  assertShallow(schema, at)
  const { type, properties } = schema
  if (type !== undefined && type !== 'object') {
    throw invalid(`${at}.type`, `"${at}.type" must be "object" (got ${JSON.stringify(type)}).`)
  }
  if (
    properties !== undefined &&
    (typeof properties !== 'object' || properties === null || Array.isArray(properties))
  ) {
    throw invalid(`${at}.properties`, `"${at}.properties" must be an object (got ${JSON.stringify(properties)}).`)
  }
}

function readToolChoice(choice: ChatRequest['tool_choice'], tools: readonly Tool[]): GenerationRequest['toolChoice'] {
  if (choice === undefined || choice === null) return 'auto'
  if (choice !== 'auto' && choice !== 'none' && tools.length === 0) {
    throw invalid('tool_choice', '"tool_choice" asks for a tool, but "tools" is empty.')
  }
  if (typeof choice === 'string') return choice
  const { name } = choice.function
  if (!tools.some(tool => tool.name === name)) {
    throw invalid('tool_choice.function.name', `"tool_choice" names "${name}", which is not among "tools".`)
  }
  return { name }
}

function readFormat(format: ResponseFormat | null | undefined): AnswerFormat {
  switch (format?.type) {
    case undefined:
    case 'text':
      return { type: 'text' }
    case 'json_object':
      return { type: 'json-object' }
    case 'json_schema': {
      const { name, schema, strict } = format.json_schema
      assertShallow(schema, 'response_format.json_schema.schema')
      return { type: 'json-schema', name: name ?? 'answer', schema, strict: strict ?? true }
    }
  }
}
