import type { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, GenerationStream, PartKind, Usage } from '../../core/generation.ts'
import { expand, type ReadyIterator } from '../../core/ready.ts'
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
export function writeResponseEvents(parts: ResponseParts): ReadyIterator<ResponseEvent> {
  const { head, stream, style, now, onFailed } = parts
  const output: OutputItem[] = []
  let usage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 }
  let kind: PartKind = 'text'
  let open: Open | undefined
  type Emit = (event: ResponseEvent) => void

  /** An item is closed only once it is known what follows: a budget that ran out has cut the last one. */
  function close(status: ItemStatus, emit: Emit): void {
    if (!open) return
    const { writer, index, text } = open
    open = undefined
    const item = writer.item(text, status)
    output.push(item)
    for (const event of writer.closing(text)) emit(event)
    emit({ type: 'response.output_item.done', output_index: index, item })
  }
  const last = (outcome: Outcome): LastEvent => ({
    type: `response.${outcome.status}`,
    response: writeResponse(head, outcome, output, usage),
  })

  function write(event: GenerationEvent, emit: Emit) {
    switch (event.type) {
      case 'started': {
        usage = { ...usage, inputTokens: event.inputTokens, cachedTokens: event.cachedTokens }
        const response = writeResponse(head, { status: 'in_progress' })
        emit({ type: 'response.created', response })
        emit({ type: 'response.in_progress', response })
        return undefined
      }
      case 'part-start': {
        close('completed', emit)
        kind = event.kind
        if (kind === 'reasoning' && !style.showsReasoning) return undefined
        const writer = createItemWriter(event, output.length, style)
        open = { writer, index: output.length, text: '', ended: false }
        emit({ type: 'response.output_item.added', output_index: open.index, item: writer.item('', 'in_progress') })
        for (const opening of writer.opening()) emit(opening)
        return undefined
      }
      case 'part-delta':
        usage = withTokens(usage, event.tokens, kind)
        if (!open) return undefined
        open.text += event.text
        emit(open.writer.delta(event.text))
        return undefined
      case 'part-end':
        if (open) open.ended = true
        return undefined
      case 'ended': {
        usage = event.usage
        const outcome = outcomeOf(event.reason, now())
        close(outcome.status === 'completed' ? 'completed' : 'incomplete', emit)
        emit(last(outcome))
        return 'last'
      }
      case 'failed':
        onFailed(event.error)
        close(open?.ended ? 'completed' : 'incomplete', emit)
        emit(last({ status: 'failed', message: event.error.message }))
        return 'last'
    }
  }
  return expand(stream, write, {
    atEnd() {
      throw new Error('the events of a generation stopped before its end')
    },
  })
}

/** Numbered frames. What breaks on our side of the generation is the one thing shown as `error`. */
export function writeResponseStream(
  events: AsyncIterable<ResponseEvent>,
  onBroken: (error: unknown) => PlatformError,
): ReadyIterator<string> {
  let number = 0
  const frame = (event: ResponseEvent | ErrorEvent) => {
    const { type } = event
    // Every event begins with its type; the number is put behind it, as nothing else of it changes.
    const rest = JSON.stringify(event).slice(`{"type":"${type}"`.length)
    return `event: ${type}\ndata: {"type":"${type}","sequence_number":${number++}${rest}\n\n`
  }
  const write = (event: ResponseEvent, emit: (text: string) => void) => {
    emit(frame(event))
    return undefined
  }
  return expand(events, write, { onError: (error, emit) => emit(frame(writeError(onBroken(error)))) })
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
