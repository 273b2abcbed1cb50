import type { GenerationRequest, Message, UserPart } from '../../core/generation.ts'
import { readMediaAddress } from '../media-address.ts'
import type { CountedMessage, TokenCountRequest } from './schema.ts'

export function readTokenCountRequest({ model, messages }: TokenCountRequest): GenerationRequest {
  return {
    model,
    messages: messages.map(readMessage),
    tools: [],
    toolChoice: 'auto',
    stop: [],
    format: { type: 'text' },
  }
}

function readMessage(message: CountedMessage, index: number): Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', text: message.content }
    case 'assistant':
      return { role: 'assistant', text: message.content ?? '', toolCalls: [] }
    case 'user': {
      if (typeof message.content === 'string') return { role: 'user', parts: [{ type: 'text', text: message.content }] }
      return {
        role: 'user',
        parts: message.content.map((part, at) => readPart(part, `messages[${index}].content[${at}]`)),
      }
    }
  }
}

type WirePart = Exclude<Extract<CountedMessage, { role: 'user' }>['content'], string>[number]

function readPart(part: WirePart, at: string): UserPart {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const param = `${at}.image_url.url`
  const { url, detail } = part.image_url
  return { type: 'image', source: readMediaAddress(url, param), detail: detail === 'high' ? 'high' : 'low', param }
}
