import type { GenerationRequest, Message } from '../../core/generation.ts'

const readFromEachEnd = 512

/**
 * The same number for all turns of a conversation: servers keep what they have read, and the next turn is cheap where
 * the last one was.
 */
export function conversationHash({ messages }: GenerationRequest): number {
  let hash = 0x811c9dc5
  for (const message of messages) {
    hash = hashText(hash, textOf(message))
    if (message.role === 'user') break
  }
  return hash
}

/** How well a server suits a conversation. When one leaves or comes, only its own conversations move. */
export function affinity(conversation: number, server: number): number {
  let mixed = Math.imul(conversation ^ server, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** Long texts are told apart by their length, beginning and end. */
export function hashText(seed: number, text: string): number {
  let hash = Math.imul(seed ^ text.length, 0x01000193)
  const end = Math.min(text.length, readFromEachEnd)
  for (let at = 0; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  for (let at = Math.max(end, text.length - readFromEachEnd); at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

function textOf(message: Message): string {
  if (message.role === 'system' || message.role === 'assistant') return message.text
  return message.parts.map(part => (part.type === 'text' ? part.text : '')).join('\n')
}
