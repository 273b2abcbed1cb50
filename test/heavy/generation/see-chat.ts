import type { ChatChunk, ChatCompletion } from '../../../src/api/chat/schema-completion.ts'
import { assemble } from '../../support/chat-stream.ts'
import { framesOf, readArguments, type Seen, type SeenAnswer } from './seen.ts'

const reasons: Record<string, SeenAnswer['reason']> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'filtered',
}

export function seeChat(status: number, text: string, stream: boolean): Seen {
  if (!stream || status !== 200) {
    const body = JSON.parse(text)
    if (status !== 200) return { error: { status, code: body.error.code, message: body.error.message, text: '' } }
    return { answer: readCompletion(body) }
  }
  const frames = framesOf(text).map(({ data }) => data)
  const last = frames.at(-1)
  const bodies = frames.filter(data => data !== '[DONE]').map(data => JSON.parse(data))
  const failure = bodies.find(body => body.error !== undefined)?.error
  const chunks = bodies.filter(body => body.error === undefined) as ChatChunk[]
  if (failure) {
    if (last === '[DONE]') throw new Error('a failed stream ends like a whole one')
    const said = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    return { error: { status, code: failure.code, message: failure.message, text: said } }
  }
  if (last !== '[DONE]') throw new Error('a stream ends without its last word')
  return { answer: readCompletion(assemble(chunks, 1)) }
}

function readCompletion({ choices, usage }: Pick<ChatCompletion, 'choices' | 'usage'>): SeenAnswer {
  const [choice] = choices
  if (!choice) throw new Error('there is no choice')
  const { message, finish_reason: finish } = choice
  return {
    text: message.content,
    reasoning: message.reasoning ?? '',
    calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
      id: id.replace(/^call_/, ''),
      name,
      arguments: readArguments(text),
    })),
    reason: reasons[finish] ?? 'stop',
    usage: {
      input: usage.prompt_tokens,
      cached: usage.cached_tokens,
      output: usage.completion_tokens,
      reasoning: usage.completion_tokens_details.reasoning_tokens,
    },
  }
}
