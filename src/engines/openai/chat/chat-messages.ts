import type { Message, UserPart } from '../../../core/generation.ts'
import { mediaPart } from './media-parts.ts'
import type { JsonRecord } from './record.ts'

export interface MessageOptions {
  /** Whether reasoning of earlier turns is handed back. */
  readonly withReasoning: boolean
}

export function chatMessages(messages: readonly Message[], options: MessageOptions): JsonRecord[] {
  const written: JsonRecord[] = []
  // Results of calls must follow each other, so their pictures wait until the last of them.
  let shown: JsonRecord[] = []
  const show = () => {
    if (shown.length > 0) written.push({ role: 'user', content: shown })
    shown = []
  }
  for (const message of messages) {
    if (message.role !== 'tool') show()
    switch (message.role) {
      case 'system':
        written.push({ role: 'system', content: message.text })
        break
      case 'user':
        written.push({ role: 'user', content: userContent(message.parts) })
        break
      case 'assistant':
        written.push(assistantMessage(message, options))
        break
      case 'tool': {
        const media = message.parts.filter(part => part.type !== 'text')
        written.push({ role: 'tool', tool_call_id: message.callId, content: resultText(message, media.length) })
        if (media.length > 0) {
          shown.push({ type: 'text', text: `Attached to the result of the tool call ${message.callId}:` })
          shown.push(...media.map(mediaPart))
        }
        break
      }
    }
  }
  show()
  return written
}

/** Plain text stays a string: some servers take nothing else from models that only read. */
function userContent(parts: readonly UserPart[]): string | JsonRecord[] {
  const [only] = parts
  if (only === undefined) return ''
  if (parts.length === 1 && only.type === 'text') return only.text
  return parts.map(part => (part.type === 'text' ? { type: 'text', text: part.text } : mediaPart(part)))
}

function assistantMessage(message: Message & { role: 'assistant' }, { withReasoning }: MessageOptions): JsonRecord {
  const { text, reasoning, toolCalls } = message
  return {
    role: 'assistant',
    content: text === '' && toolCalls.length > 0 ? null : text,
    ...(withReasoning && reasoning ? { reasoning_content: reasoning } : {}),
    ...(toolCalls.length > 0
      ? {
          tool_calls: toolCalls.map(call => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: call.arguments === '' ? '{}' : call.arguments },
          })),
        }
      : {}),
  }
}

/** The wire has no place for failure or pictures in a result, so the text tells of them. */
function resultText({ parts, isError }: Message & { role: 'tool' }, attached: number): string {
  const text = parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n')
  const lines = [isError ? `Error: ${text}` : text]
  if (attached > 0) lines.push(`[${attached} attached: see the next message]`)
  return lines.filter(line => line !== '').join('\n')
}
