import { invalid } from '../../core/errors.ts'
import type { Message, ToolCall, UserPart } from '../../core/generation.ts'
import { readMediaAddress } from '../media-address.ts'
import type { AssistantPart, InputItem, InputPart, Message as WireMessage } from './schema-items.ts'

export interface Conversation {
  readonly messages: readonly Message[]
  /** Of each message, the item that it (or its beginning) comes from. */
  readonly origins: readonly number[]
}

/** Items that an assistant wrote one after the other are one turn of the conversation. */
export function readItems(items: readonly InputItem[]): Conversation {
  const messages: Message[] = []
  const origins: number[] = []
  const turn = createTurn()

  const add = (message: Message | undefined, origin: number) => {
    if (!message) return
    messages.push(message)
    origins.push(origin)
  }
  items.forEach((item, index) => {
    const at = `input[${index}]`
    switch (item.type) {
      case undefined:
      case 'message':
        if (item.role === 'assistant') {
          turn.say(textOf(item.content))
          return
        }
        add(turn.take(), index - 1)
        add(readMessage(item, at), index)
        return
      case 'reasoning':
        turn.think((item.content?.length ? item.content : (item.summary ?? [])).map(({ text }) => text).join('\n'))
        return
      case 'function_call':
        turn.call({ id: item.call_id, name: item.name, arguments: item.arguments })
        return
      case 'function_call_output':
        add(turn.take(), index - 1)
        add({ role: 'tool', callId: item.call_id, parts: readParts(item.output, `${at}.output`) }, index)
        return
      case 'item_reference':
        assertNotNeeded(item.id, at)
        return
    }
  })
  add(turn.take(), items.length - 1)
  return { messages, origins }
}

function createTurn() {
  let texts: string[] = []
  let thoughts: string[] = []
  let toolCalls: ToolCall[] = []
  return {
    say: (text: string) => void texts.push(text),
    think: (text: string) => void (text !== '' && thoughts.push(text)),
    call: (call: ToolCall) => void toolCalls.push(call),
    /** Thoughts that led to nothing are forgotten. */
    take(): Message | undefined {
      const reasoning = thoughts.length > 0 ? { reasoning: thoughts.join('\n') } : {}
      const said = texts.length > 0 || toolCalls.length > 0
      const message: Message = { role: 'assistant', text: texts.join('\n'), toolCalls, ...reasoning }
      texts = []
      thoughts = []
      toolCalls = []
      return said ? message : undefined
    },
  }
}

function readMessage(message: Exclude<WireMessage, { role: 'assistant' }>, at: string): Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', parts: readParts(message.content, `${at}.content`) }
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(message.content) }
  }
}

function textOf(content: string | readonly AssistantPart[]): string {
  if (typeof content === 'string') return content
  return content.map(part => (part.type === 'refusal' ? part.refusal : part.text)).join('')
}

function readParts(content: string | readonly InputPart[], at: string): UserPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((part, index) => readPart(part, `${at}[${index}]`))
}

function readPart(part: InputPart, at: string): UserPart {
  switch (part.type) {
    case 'input_text':
      return { type: 'text', text: part.text }
    case 'input_image': {
      if (typeof part.file_id === 'string') {
        throw invalid(`${at}.file_id`, `"${at}.file_id" is not supported: send the picture as "image_url".`)
      }
      if (!part.image_url) throw invalid(`${at}.image_url`, `"${at}.image_url" is required.`)
      return { type: 'image', ...readMedia(part.image_url, part.detail, `${at}.image_url`) }
    }
    case 'input_video':
      return { type: 'video', ...readMedia(part.video_url, part.detail, `${at}.video_url`) }
  }
}

type Address = Extract<InputPart, { type: 'input_video' }>['video_url']

function readMedia(address: Address, beside: InputPartDetail, at: string) {
  const isText = typeof address === 'string'
  const param = isText ? at : `${at}.url`
  const detail = (isText ? undefined : address.detail) ?? beside
  return {
    source: readMediaAddress(isText ? address : address.url, param),
    detail: detail === 'high' ? ('high' as const) : ('low' as const),
    param,
  }
}

type InputPartDetail = Extract<InputPart, { type: 'input_video' }>['detail']

/** A conversation goes on without its old reasoning, but not without anything else. */
function assertNotNeeded(id: string, at: string): void {
  if (id.startsWith('rs_')) return
  throw invalid(
    `${at}.id`,
    `"${at}.id" refers to "${id}", but items are not kept here: send the item itself. ` +
      'Client libraries that send references do so no longer with "store": false.',
  )
}
