import Value from 'typebox/value'
import { assertEffort } from '../../core/effort.ts'
import { invalid } from '../../core/errors.ts'
import type { AnswerFormat, GenerationRequest, Message, Started, Tool } from '../../core/generation.ts'
import { assertShallow } from '../../core/json-depth.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { readMessages } from './read-messages.ts'
import {
  type CountTokensRequest,
  type MessagesRequest,
  OutputFormat,
  ToolChoice,
  type Tool as WireTool,
} from './schema.ts'

export interface ReadRequest {
  readonly request: GenerationRequest
  /** What was asked for in a shape that can't be followed. */
  readonly ignored: Started['ignored']
}

export function readMessagesRequest(body: MessagesRequest): ReadRequest {
  const effort = body.output_config?.effort ?? undefined
  assertEffort(body.model, effort, 'output_config.effort')
  const conversation = readConversation(body)
  const choice = readToolChoice(body.tool_choice, conversation.tools)
  const format = readFormat(body.output_config?.format)
  const request: GenerationRequest = {
    ...conversation,
    toolChoice: choice?.toolChoice ?? 'auto',
    maxTokens: body.max_tokens,
    stop: (body.stop_sequences ?? []).filter(sequence => sequence !== ''),
    format: format ?? { type: 'text' },
    ...omitUndefined({
      parallelToolCalls: choice?.parallelToolCalls,
      temperature: body.temperature ?? undefined,
      topP: body.top_p ?? undefined,
      topK: body.top_k ?? undefined,
      effort,
    }),
  }
  return { request, ignored: [...(choice ? [] : ['toolChoice' as const]), ...(format ? [] : ['format' as const])] }
}

export function readCountTokensRequest(body: CountTokensRequest): GenerationRequest {
  return { ...readConversation(body), toolChoice: 'auto', stop: [], format: { type: 'text' } }
}

function readConversation(body: CountTokensRequest): Pick<GenerationRequest, 'model' | 'messages' | 'tools'> {
  return {
    model: body.model,
    messages: [...readSystem(body.system), ...readMessages(body.messages)],
    tools: (body.tools ?? []).map(readTool),
  }
}

/** Blocks are paragraphs of their own. */
function readSystem(system: CountTokensRequest['system']): Message[] {
  const text = typeof system === 'string' ? system : (system ?? []).map(block => block.text).join('\n\n')
  return text === '' ? [] : [{ role: 'system', text }]
}

function readTool(tool: WireTool, index: number): Tool {
  const at = `tools[${index}]`
  const { type, name, description, input_schema: schema, strict } = tool
  if (type !== undefined && type !== null && type !== 'custom') {
    throw invalid(
      `${at}.type`,
      `"${at}.type" is "${type}", a tool that this server does not run; send tools of your own as {name, description, input_schema}.`,
    )
  }
  if (!schema) throw invalid(`${at}.input_schema`, `"${at}.input_schema" is required.`)
  assertShallow(schema, `${at}.input_schema`)
  if (schema.type !== undefined && schema.type !== 'object') {
    throw invalid(`${at}.input_schema.type`, `"${at}.input_schema.type" must be "object".`)
  }
  return {
    name,
    parameters: { type: 'object', ...schema },
    ...omitUndefined({ description: description ?? undefined, strict: strict ?? undefined }),
  }
}

type Choice = Pick<GenerationRequest, 'toolChoice' | 'parallelToolCalls'>

/** Undefined when it can't be followed: the wire has no such field, so it is honoured where possible and never an error. */
function readToolChoice(given: unknown, tools: readonly Tool[]): Choice | undefined {
  if (given === undefined || given === null) return { toolChoice: 'auto' }
  if (!Value.Check(ToolChoice, given)) return undefined
  if (given.type === 'none') return { toolChoice: 'none' }
  const limit = given.disable_parallel_tool_use === true ? { parallelToolCalls: false } : {}
  switch (given.type) {
    case 'auto':
      return { toolChoice: 'auto', ...limit }
    case 'any':
      return tools.length === 0 ? undefined : { toolChoice: 'required', ...limit }
    case 'tool': {
      const { name } = given
      return tools.some(tool => tool.name === name) ? { toolChoice: { name }, ...limit } : undefined
    }
  }
}

/** As with the choice of tools. */
function readFormat(given: unknown): AnswerFormat | undefined {
  if (given === undefined || given === null) return { type: 'text' }
  if (!Value.Check(OutputFormat, given)) return undefined
  assertShallow(given.schema, 'output_config.format.schema')
  return { type: 'json-schema', name: 'answer', schema: given.schema, strict: true }
}
