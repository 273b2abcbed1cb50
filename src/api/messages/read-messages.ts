import type { Message, ToolCall, UserPart } from '../../core/generation.ts'
import { assertShallow } from '../../core/json-depth.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { assertResultsMatchCalls } from '../../core/tool-calls.ts'
import { readMediaAddress } from '../media-address.ts'
import type { AssistantMessage, ConversationMessage, ToolResultBlock, UserBlock, UserMessage } from './schema.ts'

/** A core message, with the place that errors about its call name. */
interface Placed {
  readonly message: Message
  readonly param: string
}

export function readMessages(messages: readonly ConversationMessage[]): Message[] {
  const placed = messages.flatMap((message, index): Placed[] => {
    const at = `messages[${index}].content`
    return message.role === 'user'
      ? readUserMessage(message, at)
      : [{ message: readAssistantMessage(message, at), param: at }]
  })
  const read = placed.map(({ message }) => message)
  assertResultsMatchCalls(read, index => placed[index]?.param ?? 'messages')
  return read
}

/** One wire message may answer calls and say something: the answers go first, next to the calls that they belong to. */
function readUserMessage({ content }: UserMessage, at: string): Placed[] {
  if (typeof content === 'string') return [{ message: { role: 'user', parts: [text(content)] }, param: at }]
  const results: Placed[] = []
  const parts: UserPart[] = []
  content.forEach((block, index) => {
    const place = `${at}[${index}]`
    if (block.type !== 'tool_result') parts.push(readPart(block, place))
    else results.push({ message: readResult(block, place), param: `${place}.tool_use_id` })
  })
  return parts.length === 0 ? results : [...results, { message: { role: 'user', parts }, param: at }]
}

function readResult({ tool_use_id, content, is_error }: ToolResultBlock, at: string): Message {
  const parts =
    typeof content === 'string'
      ? [text(content)]
      : (content ?? []).map((block, index) => readPart(block, `${at}.content[${index}]`))
  return { role: 'tool', callId: tool_use_id, parts, ...omitUndefined({ isError: is_error ?? undefined }) }
}

function readPart(block: UserBlock, at: string): UserPart {
  if (block.type === 'text') return text(block.text)
  const { source } = block
  // This dialect has no word for the detail, and its callers send pictures of text.
  const detail = 'high'
  if (source.type === 'url') {
    const param = `${at}.source.url`
    return { type: 'image', source: readMediaAddress(source.url, param), detail, param }
  }
  const mediaType = source.media_type === 'image/jpg' ? 'image/jpeg' : source.media_type
  return {
    type: 'image',
    source: { kind: 'base64', mediaType, data: source.data },
    detail,
    param: `${at}.source.data`,
  }
}

function readAssistantMessage({ content }: AssistantMessage, at: string): Message {
  if (typeof content === 'string') return { role: 'assistant', text: content, toolCalls: [] }
  let said = ''
  let reasoning: string | undefined
  const toolCalls: ToolCall[] = []
  content.forEach((block, index) => {
    switch (block.type) {
      case 'text':
        said += block.text
        return
      case 'tool_use':
        assertShallow(block.input, `${at}[${index}].input`)
        toolCalls.push({ id: block.id, name: block.name, arguments: JSON.stringify(block.input) })
        return
      case 'thinking':
        reasoning = (reasoning ?? '') + block.thinking
        return
      case 'redacted_thinking':
        return
    }
  })
  return { role: 'assistant', text: said, toolCalls, ...omitUndefined({ reasoning }) }
}

function text(words: string): UserPart {
  return { type: 'text', text: words }
}
