import type { PlatformError } from '../../core/errors.ts'
import type { Ended, GenerationEvent, GenerationStream, Started } from '../../core/generation.ts'
import { expand, type ReadyIterator } from '../../core/ready.ts'
import { brokenCall, cutsCalls, readCallInput } from './call-input.ts'
import type { BlockDelta, StreamEvent, WrittenBlock } from './schema.ts'
import { type MessageHead, stopReasons, writeUsage } from './write.ts'

export const pingFrame = frame({ type: 'ping' })

/** The part that is being written. Text has no block until there is some of it, and reasoning never has. */
type Open =
  | { readonly kind: 'reasoning' }
  | { readonly kind: 'text'; shown: boolean }
  | { readonly kind: 'tool-call'; readonly name: string; arguments: string }

/** Frames of a message stream. A failure is shown as an `error` event, after which the stream closes. */
export function writeMessageStream(
  head: MessageHead,
  events: GenerationStream,
  showError: (error: PlatformError) => unknown,
): ReadyIterator<string> {
  let index = 0
  let open: Open = { kind: 'reasoning' }
  /** A call whose arguments are no JSON: cut if the answer ends here for want of room, else broken. */
  let doubtful: string | undefined

  function write(event: GenerationEvent, emit: (frame: string) => void) {
    if (doubtful !== undefined && !(event.type === 'ended' && cutsCalls(event.reason))) {
      emit(errorFrame(showError(event.type === 'failed' ? event.error : brokenCall(doubtful))))
      return 'last'
    }
    switch (event.type) {
      case 'started':
        emit(frame(messageStart(head, event)))
        emit(pingFrame)
        return undefined
      case 'part-start':
        if (event.kind === 'tool-call') {
          open = { kind: event.kind, name: event.name, arguments: '' }
          emit(blockStart(index, { type: 'tool_use', id: event.id, name: event.name, input: {} }))
        } else {
          open = event.kind === 'text' ? { kind: 'text', shown: false } : { kind: 'reasoning' }
        }
        return undefined
      case 'part-delta':
        if (event.text === '' || open.kind === 'reasoning') return undefined
        if (open.kind === 'tool-call') {
          open.arguments += event.text
          emit(blockDelta(index, { type: 'input_json_delta', partial_json: event.text }))
          return undefined
        }
        if (!open.shown) emit(blockStart(index, { type: 'text', text: '' }))
        open.shown = true
        emit(blockDelta(index, { type: 'text_delta', text: event.text }))
        return undefined
      case 'part-end':
        if (open.kind === 'reasoning' || (open.kind === 'text' && !open.shown)) return undefined
        if (open.kind === 'tool-call' && !readCallInput(open.arguments)) doubtful = open.name
        else emit(frame({ type: 'content_block_stop', index }))
        index++
        return undefined
      case 'ended':
        if (doubtful !== undefined) emit(frame({ type: 'content_block_stop', index: index - 1 }))
        emit(frame(messageDelta(event)))
        emit(frame({ type: 'message_stop' }))
        return 'last'
      case 'failed':
        emit(errorFrame(showError(event.error)))
        return 'last'
    }
  }
  return expand(events, write)
}

function messageStart({ id, model }: MessageHead, { inputTokens, cachedTokens }: Started): StreamEvent {
  return {
    type: 'message_start',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: writeUsage({ inputTokens, cachedTokens, outputTokens: 0 }),
    },
  }
}

/** Client libraries read the reason under `delta`; the platform's own place for it is beside. */
function messageDelta({ reason, stopSequence, usage }: Ended): StreamEvent {
  const stop_reason = stopReasons[reason]
  return {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: stopSequence ?? null },
    stop_reason,
    usage: writeUsage(usage),
  }
}

function blockStart(index: number, block: WrittenBlock): string {
  return frame({ type: 'content_block_start', index, content_block: block })
}

function blockDelta(index: number, delta: BlockDelta): string {
  return frame({ type: 'content_block_delta', index, delta })
}

function frame(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

function errorFrame(body: unknown): string {
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`
}
