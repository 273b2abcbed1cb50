import type { PlatformError } from '../../core/errors.ts'
import type { GenerationStream, PartKind, Usage } from '../../core/generation.ts'
import type { ResponseStyle } from './read.ts'
import type { ItemStatus, OutputItem } from './schema-response.ts'
import type { ErrorEvent, LastEvent, ResponseEvent } from './stream-events.ts'
import { type Outcome, outcomeOf, type ResponseHead, writeResponse } from './write.ts'
import { createItemWriter, type ItemWriter } from './write-items.ts'

export interface ResponseParts {
  readonly head: ResponseHead
  readonly stream: GenerationStream
  readonly style: ResponseStyle
  /** In seconds. */
  readonly now: () => number
  readonly onFailed: (error: PlatformError) => void
}

/** The item that is being written. */
interface Open {
  readonly writer: ItemWriter
  readonly index: number
  text: string
  ended: boolean
}

/** All that a stream tells, up to its last event; that one holds the whole response. */
export async function* writeResponseEvents(parts: ResponseParts): AsyncGenerator<ResponseEvent> {
  const { head, stream, style, now, onFailed } = parts
  const output: OutputItem[] = []
  let usage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 }
  let kind: PartKind = 'text'
  let open: Open | undefined

  /** An item is closed only once it is known what follows: a budget that ran out has cut the last one. */
  function* close(status: ItemStatus): Generator<ResponseEvent> {
    if (!open) return
    const { writer, index, text } = open
    open = undefined
    const item = writer.item(text, status)
    output.push(item)
    yield* writer.closing(text)
    yield { type: 'response.output_item.done', output_index: index, item }
  }
  const last = (outcome: Outcome): LastEvent => ({
    type: `response.${outcome.status}`,
    response: writeResponse(head, outcome, output, usage),
  })

  for await (const event of stream) {
    switch (event.type) {
      case 'started':
        usage = { ...usage, inputTokens: event.inputTokens, cachedTokens: event.cachedTokens }
        yield { type: 'response.created', response: writeResponse(head, { status: 'in_progress' }) }
        yield { type: 'response.in_progress', response: writeResponse(head, { status: 'in_progress' }) }
        break
      case 'part-start': {
        yield* close('completed')
        kind = event.kind
        if (kind === 'reasoning' && !style.showsReasoning) break
        const writer = createItemWriter(event, output.length, style)
        open = { writer, index: output.length, text: '', ended: false }
        yield { type: 'response.output_item.added', output_index: open.index, item: writer.item('', 'in_progress') }
        yield* writer.opening()
        break
      }
      case 'part-delta':
        usage = withTokens(usage, event.tokens, kind)
        if (!open) break
        open.text += event.text
        yield open.writer.delta(event.text)
        break
      case 'part-end':
        if (open) open.ended = true
        break
      case 'ended': {
        usage = event.usage
        const outcome = outcomeOf(event.reason, now())
        yield* close(outcome.status === 'completed' ? 'completed' : 'incomplete')
        yield last(outcome)
        return
      }
      case 'failed':
        onFailed(event.error)
        yield* close(open?.ended ? 'completed' : 'incomplete')
        yield last({ status: 'failed', message: event.error.message })
        return
    }
  }
  throw new Error('the events of a generation stopped before its end')
}

/** Numbered frames. What breaks on our side of the generation is the one thing shown as `error`. */
export async function* writeResponseStream(
  events: AsyncIterable<ResponseEvent>,
  onBroken: (error: unknown) => PlatformError,
): AsyncGenerator<string> {
  let number = 0
  const frame = ({ type, ...rest }: ResponseEvent | ErrorEvent) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...rest })}\n\n`
  try {
    for await (const event of events) yield frame(event)
  } catch (error) {
    yield frame(writeError(onBroken(error)))
  }
}

function writeError(error: PlatformError): ErrorEvent {
  const { code, message } = error
  const param = error.param ?? null
  return { type: 'error', code, message, param, error: { type: code, code, message, param } }
}

function withTokens(usage: Usage, tokens: number, kind: PartKind): Usage {
  return {
    ...usage,
    outputTokens: usage.outputTokens + tokens,
    reasoningTokens: usage.reasoningTokens + (kind === 'reasoning' ? tokens : 0),
  }
}
