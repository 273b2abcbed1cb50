import type { StreamEvent, WrittenBlock, WrittenMessage } from '../../../src/api/messages/schema.ts'
import { framesOf, readArguments, type Seen, type SeenAnswer } from './seen.ts'

const reasons: Record<WrittenMessage['stop_reason'], SeenAnswer['reason']> = {
  end_turn: 'stop',
  max_tokens: 'length',
  tool_use: 'tool-calls',
  refusal: 'filtered',
}

type Ending = Pick<WrittenMessage, 'stop_reason' | 'stop_sequence' | 'usage'>
type Block = WrittenBlock & { json?: string }

export function seeMessages(status: number, text: string, stream: boolean): Seen {
  if (!stream || status !== 200) {
    const body = JSON.parse(text)
    if (status !== 200) return { error: { status, code: body.error.type, message: body.error.message, text: '' } }
    return { answer: readMessage(body.content, body) }
  }
  const blocks: Block[] = []
  let ending: Ending | undefined
  for (const { event: name, data } of framesOf(text)) {
    if (name === 'error') {
      const { error } = JSON.parse(data)
      return { error: { status, code: error.type, message: error.message, text: textOf(blocks) } }
    }
    const event = JSON.parse(data) as StreamEvent
    if (event.type !== name) throw new Error(`an event named ${name} is a ${event.type}`)
    if (event.type === 'content_block_start') {
      if (event.index !== blocks.length) throw new Error(`block ${event.index} begins out of turn`)
      blocks.push(event.content_block)
    } else if (event.type === 'content_block_delta') {
      const block = blocks[event.index]
      if (event.delta.type === 'text_delta' && block?.type === 'text') block.text += event.delta.text
      else if (event.delta.type === 'input_json_delta' && block) {
        block.json = (block.json ?? '') + event.delta.partial_json
      } else throw new Error('a delta does not fit its block')
    } else if (event.type === 'message_delta') ending = { ...event.delta, usage: event.usage }
  }
  if (!ending || !text.includes('"message_stop"')) throw new Error('a stream ends without its last word')
  return { answer: readMessage(blocks, ending) }
}

function readMessage(blocks: readonly Block[], { stop_reason, stop_sequence, usage }: Ending): SeenAnswer {
  return {
    text: textOf(blocks),
    reasoning: undefined,
    calls: blocks.flatMap(block => {
      if (block.type !== 'tool_use') return []
      const { id, name, json, input } = block
      return [{ id: id.replace(/^call_/, ''), name, arguments: json === undefined ? input : readArguments(json) }]
    }),
    reason: reasons[stop_reason],
    usage: {
      input: usage.input_tokens + usage.cache_read_input_tokens,
      cached: usage.cache_read_input_tokens,
      output: usage.output_tokens,
      reasoning: undefined,
    },
    ...(stop_sequence !== null && { stopSequence: stop_sequence }),
  }
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map(block => (block.type === 'text' ? block.text : '')).join('')
}
