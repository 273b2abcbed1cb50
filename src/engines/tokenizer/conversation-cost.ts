import type { GenerationRequest, Message, UserPart } from '../../core/generation.ts'
import { imageSize } from './image-size.ts'

const perMessage = 4
const forTheAnswer = 3
const lowDetail = 400
const perTile = 200
const tileSide = 512
const mostTiles = 16
const unknownTiles = 4
const perVideo = 16 * lowDetail
const soundBytesPerToken = 1000

export interface ConversationCost {
  /** To be counted by a tokenizer. */
  readonly texts: readonly string[]
  /** What is known without one. */
  readonly fixed: number
}

/**
 * What a conversation costs where nobody can tell exactly: its texts, four tokens for the frame of each message, three
 * for the beginning of the answer, and fixed prices for pictures, video and sound.
 */
export function conversationCost({ messages, tools }: GenerationRequest): ConversationCost {
  const texts: string[] = []
  let fixed = forTheAnswer + perMessage * messages.length
  for (const message of messages) {
    texts.push(textOf(message))
    if (message.role === 'user' || message.role === 'tool') {
      for (const part of message.parts) fixed += mediaCost(part)
    }
  }
  if (tools.length > 0) texts.push(JSON.stringify(tools))
  return { texts, fixed }
}

function textOf(message: Message): string {
  switch (message.role) {
    case 'system':
      return message.text
    case 'assistant':
      return [message.text, ...message.toolCalls.map(call => `${call.name}${call.arguments}`)].join('\n').trim()
    case 'user':
    case 'tool':
      return message.parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n')
  }
}

function mediaCost(part: UserPart): number {
  switch (part.type) {
    case 'text':
      return 0
    case 'image':
      return part.detail === 'low' ? lowDetail : lowDetail + perTile * tilesOf(part)
    case 'video':
      return perVideo
    case 'audio':
      return part.source.kind === 'base64'
        ? Math.ceil((part.source.data.length * 0.75) / soundBytesPerToken)
        : lowDetail
  }
}

function tilesOf({ source }: UserPart & { type: 'image' }): number {
  const size = source.kind === 'base64' ? imageSize(source.data) : undefined
  if (!size) return unknownTiles
  const tiles = Math.ceil(size.width / tileSide) * Math.ceil(size.height / tileSide)
  return Math.min(Math.max(1, tiles), mostTiles)
}
