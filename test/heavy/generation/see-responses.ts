import type { OutputItem, ResponseObject } from '../../../src/api/responses/schema-response.ts'
import { framesOf, readArguments, type Seen, type SeenAnswer } from './seen.ts'

export function seeResponses(status: number, text: string, stream: boolean): Seen {
  if (!stream || status !== 200) {
    const body = JSON.parse(text)
    if (status !== 200) return { error: { status, code: body.error.code, message: body.error.message, text: '' } }
    return readResponse(body)
  }
  const events = framesOf(text).map(({ event, data }) => ({ ...JSON.parse(data), name: event }))
  events.forEach((event, index) => {
    if (event.type !== event.name || event.sequence_number !== index)
      throw new Error('an event is named or numbered wrong')
  })
  const last = events.at(-1)
  if (!last?.response || last.response.status === 'in_progress') throw new Error(`a stream ends with ${last?.type}`)
  const seen = readResponse(last.response)
  const streamed = (type: string) => events.flatMap(event => (event.type === type ? [event.delta] : [])).join('')
  const held = 'answer' in seen ? seen.answer : undefined
  if (
    held &&
    (streamed('response.output_text.delta') !== held.text ||
      streamed('response.reasoning_text.delta') !== held.reasoning)
  ) {
    throw new Error('the pieces are not what the last event says')
  }
  return seen
}

function readResponse({ status, error, output, usage, incomplete_details }: ResponseObject): Seen {
  const text = output
    .map(item => (item.type === 'message' ? item.content.map(part => part.text).join('') : ''))
    .join('')
  if (status === 'failed')
    return { error: { status: 200, code: error?.code ?? '', message: error?.message ?? '', text } }
  const calls = output.flatMap(readCall)
  return {
    answer: {
      text,
      reasoning: output
        .map(item => (item.type === 'reasoning' ? (item.content ?? []).map(part => part.text).join('') : ''))
        .join(''),
      calls,
      reason: reasonOf(incomplete_details?.reason, calls.length > 0),
      usage: {
        input: usage?.input_tokens ?? -1,
        cached: usage?.input_tokens_details.cached_tokens ?? -1,
        output: usage?.output_tokens ?? -1,
        reasoning: usage?.output_tokens_details.reasoning_tokens,
      },
    },
  }
}

function readCall(item: OutputItem): SeenAnswer['calls'][number][] {
  if (item.type !== 'function_call') return []
  return [{ id: item.call_id.replace(/^call_/, ''), name: item.name, arguments: readArguments(item.arguments) }]
}

/** This dialect has one word for an answer and for calls. */
function reasonOf(incomplete: string | undefined, hasCalls: boolean): SeenAnswer['reason'] {
  if (incomplete === 'max_output_tokens') return 'length'
  if (incomplete === 'content_filter') return 'filtered'
  return hasCalls ? 'tool-calls' : 'stop'
}
