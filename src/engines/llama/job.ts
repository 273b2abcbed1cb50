import type { Effort, GenerationRequest, JsonSchema, Message, UserPart } from '../../core/generation.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { formatInWords } from './format-in-words.ts'
import { freeCharacter } from './free-character.ts'
import type { LlamaJob, LlamaMessage, LlamaTool, Sampling } from './protocol.ts'
import { withSystemWords } from './system-words.ts'

/** The smallest temperature that is not simply the likeliest token each time. */
const greedyBelow = 0.01
/** A small model strays as soon as it is left any freedom. */
const greedyLeaning = 0.3
const thinkingTokens: Record<Effort, number> = { low: 0, medium: 256, high: 1024 }
const anyObject: JsonSchema = { type: 'object' }

export function writeJob(request: GenerationRequest, isGreedyLeaning: boolean): LlamaJob {
  const tools = offeredTools(request)
  const calls = request.toolChoice === 'auto' || request.toolChoice === 'none' ? request.toolChoice : 'required'
  const schema = schemaOf(request)
  // Where the grammar decides from the first token on, there is no room for reasoning.
  const mayThink = schema === undefined && calls !== 'required'
  const urls = mediaUrls(request)
  const mark = urls.length === 0 ? '' : freeCharacter(JSON.stringify([request.messages.map(withoutMedia), tools]))
  const messages = request.messages.map(message => writeMessage(message, mark))
  const words = formatInWords(request.format)
  return {
    messages: words === undefined ? messages : withSystemWords(messages, words),
    tools,
    calls: tools.length === 0 ? 'none' : calls,
    severalCalls: request.parallelToolCalls ?? true,
    thinkingTokens: mayThink && request.effort ? thinkingTokens[request.effort] : 0,
    sampling: writeSampling(request, isGreedyLeaning),
    ...omitUndefined({ schema, maxTokens: request.maxTokens }),
    ...(urls.length > 0 && { media: { mark, urls } }),
  }
}

function mediaUrls({ messages }: GenerationRequest): string[] {
  return messages.flatMap(message =>
    'parts' in message
      ? message.parts.flatMap(part =>
          part.type !== 'text' && part.source.kind === 'base64'
            ? [`data:${part.source.mediaType};base64,${part.source.data}`]
            : [],
        )
      : [],
  )
}

function withoutMedia(message: Message): Message {
  return 'parts' in message ? { ...message, parts: message.parts.filter(({ type }) => type === 'text') } : message
}

/** Named: the one that must be called is the only one that the model hears of. */
function offeredTools({ tools, toolChoice }: GenerationRequest): LlamaTool[] {
  if (toolChoice === 'none') return []
  const offered = typeof toolChoice === 'object' ? tools.filter(({ name }) => name === toolChoice.name) : tools
  return offered.map(({ name, description = '', parameters }) => ({
    type: 'function',
    function: { name, description, parameters: Object.keys(parameters).length === 0 ? anyObject : parameters },
  }))
}

function schemaOf({ format }: GenerationRequest): JsonSchema | undefined {
  switch (format.type) {
    case 'text':
      return undefined
    case 'json-object':
      return anyObject
    case 'json-schema':
      return format.schema
  }
}

function writeSampling(request: GenerationRequest, isGreedyLeaning: boolean): Sampling {
  const temperature = (request.temperature ?? 1) * (isGreedyLeaning ? greedyLeaning : 1)
  return {
    temperature: temperature < greedyBelow ? 0 : temperature,
    ...omitUndefined({
      topP: request.topP,
      topK: request.topK,
      frequencyPenalty: request.frequencyPenalty,
      presencePenalty: request.presencePenalty,
      seed: request.seed === undefined ? undefined : request.seed >>> 0,
    }),
  }
}

function writeMessage(message: Message, mark: string): LlamaMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: textOf(message.parts, mark) }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: textOf(message.parts, mark) }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text,
        ...omitUndefined({ reasoning_content: message.reasoning }),
        ...(message.toolCalls.length > 0 && {
          tool_calls: message.toolCalls.map(({ id, name, arguments: given }) => ({
            id,
            type: 'function',
            function: { name, arguments: given },
          })),
        }),
      }
  }
}

function textOf(parts: readonly UserPart[], mark: string): string {
  return parts.map(part => (part.type === 'text' ? part.text : mark)).join('')
}
