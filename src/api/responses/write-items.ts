import type { GenerationEvent } from '../../core/generation.ts'
import { newId } from '../../core/ids.ts'
import type { ResponseStyle } from './read.ts'
import type { ItemStatus, OutputItem, OutputText, ReasoningText } from './schema-response.ts'
import type { ResponseEvent } from './stream-events.ts'

/** One part of the answer as an item of the output. */
export interface ItemWriter {
  item(text: string, status: ItemStatus): OutputItem
  /** What follows the item's announcement. */
  opening(): ResponseEvent[]
  delta(text: string): ResponseEvent
  /** What comes before the item is said to be done. */
  closing(text: string): ResponseEvent[]
}

type PartStart = Extract<GenerationEvent, { type: 'part-start' }>

export function createItemWriter(start: PartStart, outputIndex: number, style: ResponseStyle): ItemWriter {
  switch (start.kind) {
    case 'reasoning':
      return reasoningWriter(outputIndex, style)
    case 'text':
      return messageWriter(outputIndex)
    case 'tool-call':
      return callWriter(outputIndex, start)
  }
}

function messageWriter(outputIndex: number): ItemWriter {
  const id = newId('msg_')
  const place = { item_id: id, output_index: outputIndex, content_index: 0 }
  const part = (text: string): OutputText => ({ type: 'output_text', text, annotations: [] })
  return {
    item: (text, status) => ({
      type: 'message',
      id,
      role: 'assistant',
      status,
      content: status === 'in_progress' ? [] : [part(text)],
    }),
    opening: () => [{ type: 'response.content_part.added', ...place, part: part('') }],
    delta: delta => ({ type: 'response.output_text.delta', ...place, delta }),
    closing: text => [
      { type: 'response.output_text.done', ...place, text },
      { type: 'response.content_part.done', ...place, part: part(text) },
    ],
  }
}

function reasoningWriter(outputIndex: number, { reasoningPart }: ResponseStyle): ItemWriter {
  const id = newId('rs_')
  const place = { item_id: id, output_index: outputIndex, content_index: 0 }
  const part = (text: string): ReasoningText => ({ type: 'reasoning_text', text })
  return {
    item: (text, status) => ({
      type: 'reasoning',
      id,
      status,
      summary: [],
      content: text === '' ? null : [part(text)],
      encrypted_content: null,
    }),
    opening: () => [{ type: `${reasoningPart}.added`, ...place, part: part('') }],
    delta: delta => ({ type: 'response.reasoning_text.delta', ...place, delta }),
    closing: text => [
      { type: 'response.reasoning_text.done', ...place, text },
      { type: `${reasoningPart}.done`, ...place, part: part(text) },
    ],
  }
}

function callWriter(outputIndex: number, call: { readonly id: string; readonly name: string }): ItemWriter {
  const id = newId('fc_')
  const place = { item_id: id, output_index: outputIndex }
  const { name } = call
  const callId = call.id.startsWith('call_') ? call.id : `call_${call.id}`
  return {
    item: (text, status) => ({ type: 'function_call', id, call_id: callId, name, arguments: text, status }),
    opening: () => [],
    delta: delta => ({ type: 'response.function_call_arguments.delta', ...place, delta }),
    closing: text => [{ type: 'response.function_call_arguments.done', ...place, name, arguments: text }],
  }
}
