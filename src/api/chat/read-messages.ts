import { passagesText } from '../../core/built-in-tools.ts'
import type { MediaSource, Message, UserPart } from '../../core/generation.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { readDataUri, readMediaAddress } from '../media-address.ts'
import type { ToolCall, Message as WireMessage, UserPart as WirePart } from './schema.ts'

/** A call of a built-in tool brings its own answer with it; engines get both as they know them. */
export function readMessages(wire: readonly WireMessage[]): { messages: Message[]; wireIndexes: number[] } {
  const messages: Message[] = []
  const wireIndexes: number[] = []
  wire.forEach((message, index) => {
    const add = (read: Message) => {
      messages.push(read)
      wireIndexes.push(index)
    }
    add(readMessage(message, index))
    if (message.role === 'assistant') message.tool_calls?.flatMap(readBuiltInResult).forEach(add)
  })
  return { messages, wireIndexes }
}

function readBuiltInResult({ id, type, function: { results } }: ToolCall): Message[] {
  if (type !== 'web_search' && type !== 'retrieval') return []
  return [{ role: 'tool', callId: id, parts: [{ type: 'text', text: passagesText(results ?? []) }] }]
}

export function readMessage(message: WireMessage, index: number): Message {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(message.content) }
    case 'user':
      return { role: 'user', parts: readParts(message.content, `messages[${index}].content`) }
    case 'assistant': {
      const reasoning = message.reasoning_content ?? message.reasoning ?? undefined
      return {
        role: 'assistant',
        text: textOf(message.content ?? ''),
        toolCalls: (message.tool_calls ?? []).map(call => ({
          id: call.id,
          name: call.function.name,
          arguments: call.function.arguments,
        })),
        ...omitUndefined({ reasoning }),
      }
    }
    case 'tool':
      return { role: 'tool', callId: message.tool_call_id, parts: [{ type: 'text', text: textOf(message.content) }] }
  }
}

function textOf(content: string | readonly { text: string }[]): string {
  return typeof content === 'string' ? content : content.map(part => part.text).join('')
}

function readParts(content: string | readonly WirePart[], at: string): UserPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((part, index) => readPart(part, `${at}[${index}]`))
}

function readPart(part: WirePart, at: string): UserPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image_url': {
      const param = `${at}.image_url.url`
      const { url, detail } = part.image_url
      return { type: 'image', source: readMediaAddress(url, param), detail: detail === 'high' ? 'high' : 'low', param }
    }
    case 'video_url': {
      const param = `${at}.video_url.url`
      const { url, detail } = part.video_url
      return { type: 'video', source: readMediaAddress(url, param), detail: detail === 'high' ? 'high' : 'low', param }
    }
    case 'input_audio': {
      const param = `${at}.input_audio.data`
      const { data, format } = part.input_audio
      const source: MediaSource =
        format && !/^data:/i.test(data)
          ? { kind: 'base64', mediaType: `audio/${format}`, data }
          : readDataUri(data, param, 'a data URI such as data:audio/wav;base64,…')
      return { type: 'audio', source, param }
    }
  }
}
