import type { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, PartKind, Usage } from '../../core/generation.ts'
import { expand, type ReadyIterator } from '../../core/ready.ts'
import { callDelta, createChunkFrames, noDelta, reasoningDelta, textDelta } from './chunk-frame.ts'
import type { ChatStyle } from './read.ts'
import { type ChatHead, finishReasons, usageOfChoices } from './write.ts'

/** What has been said in one choice so far. */
interface Choice {
  open: PartKind
  calls: number
  usage: Usage
}

/**
 * Frames of a chat stream, from the events of its choices. A failure is shown as an error frame, after which the stream
 * closes without `[DONE]`: that is how client libraries know it from an end.
 */
export function writeChatStream(
  head: ChatHead,
  events: AsyncIterable<readonly [number, GenerationEvent]>,
  style: ChatStyle,
  showError: (error: PlatformError) => unknown,
): ReadyIterator<string> {
  const choices = Array.from({ length: style.choices }, createChoice)
  const frames = createChunkFrames(head)
  const running = () => usageOfChoices(choices)

  function write([index, event]: readonly [number, GenerationEvent], emit: (frame: string) => void) {
    const choice = choices[index]
    if (!choice) return undefined
    switch (event.type) {
      case 'started':
        choice.usage = { ...choice.usage, inputTokens: event.inputTokens, cachedTokens: event.cachedTokens }
        emit(frames.chunk(index, noDelta, '', running()))
        return undefined
      case 'part-start':
        choice.open = event.kind
        if (event.kind === 'tool-call') {
          const { id, name, builtIn } = event
          const called = { name, arguments: '', ...(builtIn && { results: [...builtIn.results] }) }
          const call = { index: choice.calls++, id, type: builtIn?.type ?? ('function' as const), function: called }
          emit(frames.chunk(index, callDelta(call), '', running()))
        }
        return undefined
      case 'part-delta':
        choice.usage = withTokens(choice.usage, event.tokens, choice.open)
        emit(frames.chunk(index, deltaOf(choice, event.text, style), '', running()))
        return undefined
      case 'part-end':
        return undefined
      case 'ended':
        choice.usage = event.usage
        emit(frames.chunk(index, noDelta, finishReasons[event.reason], running()))
        return undefined
      case 'failed':
        emit(`data: ${JSON.stringify(showError(event.error))}\n\n`)
        return 'last'
    }
  }
  return expand(events, write, {
    atEnd(emit) {
      if (style.includeUsage) emit(frames.closing(running()))
      emit('data: [DONE]\n\n')
    },
  })
}

function createChoice(): Choice {
  return { open: 'text', calls: 0, usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 } }
}

function deltaOf({ open, calls }: Choice, text: string, { reasoningField }: ChatStyle): string {
  switch (open) {
    case 'text':
      return textDelta(text)
    case 'reasoning':
      return reasoningDelta(reasoningField, text)
    case 'tool-call':
      return callDelta({ index: calls - 1, function: { arguments: text } })
  }
}

function withTokens(usage: Usage, tokens: number, open: PartKind): Usage {
  return {
    inputTokens: usage.inputTokens,
    cachedTokens: usage.cachedTokens,
    outputTokens: usage.outputTokens + tokens,
    reasoningTokens: usage.reasoningTokens + (open === 'reasoning' ? tokens : 0),
  }
}
