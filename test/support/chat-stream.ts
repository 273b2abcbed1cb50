import type { ChatStyle } from '../../src/api/chat/read.ts'
import { ChatChunk, type ChatCompletion } from '../../src/api/chat/schema-completion.ts'
import { writeChatCompletion } from '../../src/api/chat/write.ts'
import { writeChatStream } from '../../src/api/chat/write-stream.ts'
import type { GenerationEvent } from '../../src/core/generation.ts'
import { foldGeneration } from '../../src/core/generation-fold.ts'
import { interleave } from '../../src/core/interleave.ts'
import { createCheck } from '../../src/http/validation.ts'
import { streamOf } from './generation-events.ts'

export const head = { id: 'chatcmpl-1', created: 1_780_000_000, model: 'svc-3.7-flash' }
export const plain: ChatStyle = { stream: true, includeUsage: false, choices: 1, reasoningField: 'reasoning' }

/** What is sent for these choices, frame by frame. */
export async function sent(choices: readonly (readonly GenerationEvent[])[], style: ChatStyle): Promise<string[]> {
  const events = interleave(choices.map(streamOf))
  const frames: string[] = []
  for await (const frame of writeChatStream(head, events, style, ({ message }) => ({ error: { message } }))) {
    frames.push(frame)
  }
  return frames
}

/** What is sent for these choices to those who wait for the whole. */
export async function whole(choices: readonly (readonly GenerationEvent[])[], style: ChatStyle) {
  return writeChatCompletion(head, await Promise.all(choices.map(events => foldGeneration(streamOf(events)))), style)
}

const check = createCheck(ChatChunk, 'chunk')

/** The chunk in a frame; throws when it is none, or is not written as JSON alone would write it. */
export function chunkOf(frame: string): ChatChunk {
  const json = /^data: (\{.*\})\n\n$/s.exec(frame)?.[1]
  if (json === undefined) throw new Error(`not a frame of JSON: ${frame}`)
  const chunk: unknown = JSON.parse(json)
  if (JSON.stringify(chunk) !== json) throw new Error(`not canonical: ${json}`)
  const result = check(chunk)
  if ('error' in result) throw result.error
  return chunk as ChatChunk
}

/** The frames of a reply's text. */
export function framesOf(text: string): string[] {
  return text.split(/(?<=\n\n)/)
}

type Choice = ChatCompletion['choices'][number]

/** The completion that chunks add up to, put together as client libraries do. */
export function assemble(chunks: readonly ChatChunk[], choices: number): Pick<ChatCompletion, 'choices' | 'usage'> {
  const built = Array.from({ length: choices }, (_, index): Choice => {
    const own = chunks.flatMap(chunk => chunk.choices.filter(choice => choice.index === index))
    const add = (field: 'content' | 'reasoning' | 'reasoning_content') => own.map(({ delta }) => delta[field]).join('')
    const calls = callsOf(own)
    const [finish = '', ...others] = own.map(choice => choice.finish_reason).filter(reason => reason !== '')
    if (others.length > 0) throw new Error(`choice ${index} finishes more than once`)
    return {
      index,
      finish_reason: finish as Choice['finish_reason'],
      message: {
        role: 'assistant',
        content: add('content'),
        ...(add('reasoning') && { reasoning: add('reasoning') }),
        ...(add('reasoning_content') && { reasoning_content: add('reasoning_content') }),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
    }
  })
  const usage = chunks.at(-1)?.usage
  if (!usage) throw new Error('there are no chunks')
  return { choices: built, usage }
}

function callsOf(chunks: readonly ChatChunk['choices'][number][]): NonNullable<Choice['message']['tool_calls']> {
  const calls: NonNullable<Choice['message']['tool_calls']> = []
  for (const { index, id, type, function: piece } of chunks.flatMap(({ delta }) => delta.tool_calls ?? [])) {
    const call = calls[index]
    if (call) call.function.arguments += piece.arguments
    else if (id !== undefined && type && piece.name !== undefined && index === calls.length) {
      calls.push({ id, type, function: { name: piece.name, arguments: piece.arguments } })
    } else throw new Error(`a call begins without id, type or name, or out of turn: ${index}`)
  }
  return calls
}
