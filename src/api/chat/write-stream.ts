import type { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, PartKind, Usage } from '../../core/generation.ts'
import type { ChatStyle } from './read.ts'
import type { ChatChunk, ChunkDelta, FinishReason } from './schema.ts'
import { type ChatHead, finishReasons, usageOfChoices, writeUsage } from './write.ts'

const nothing: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 }

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
export async function* writeChatStream(
  head: ChatHead,
  events: AsyncIterable<readonly [number, GenerationEvent]>,
  style: ChatStyle,
  showError: (error: PlatformError) => unknown,
): AsyncGenerator<string> {
  const choices: Choice[] = Array.from({ length: style.choices }, () => ({ open: 'text', calls: 0, usage: nothing }))

  const running = () => writeUsage(usageOfChoices(choices.map(choice => choice.usage)))
  const chunk = (index: number, delta: Omit<ChunkDelta, 'role'>, finish: FinishReason | '' = ''): string =>
    frame({
      id: head.id,
      object: 'chat.completion.chunk',
      created: head.created,
      model: head.model,
      choices: [{ index, delta: { role: 'assistant', ...delta }, finish_reason: finish }],
      usage: running(),
    })

  for await (const [index, event] of events) {
    const choice = choices[index]
    if (!choice) continue
    switch (event.type) {
      case 'started':
        choice.usage = { ...nothing, inputTokens: event.inputTokens, cachedTokens: event.cachedTokens }
        yield chunk(index, { content: '' })
        break
      case 'part-start':
        choice.open = event.kind
        if (event.kind === 'tool-call') {
          choice.calls++
          yield chunk(index, {
            content: '',
            tool_calls: [
              {
                index: choice.calls - 1,
                id: event.id,
                type: 'function',
                function: { name: event.name, arguments: '' },
              },
            ],
          })
        }
        break
      case 'part-delta':
        choice.usage = withTokens(choice.usage, event.tokens, choice.open)
        yield chunk(index, deltaOf(choice, event.text, style))
        break
      case 'part-end':
        break
      case 'ended':
        choice.usage = event.usage
        yield chunk(index, { content: '' }, finishReasons[event.reason])
        break
      case 'failed':
        yield frame(showError(event.error))
        return
    }
  }
  if (style.includeUsage) {
    yield frame({ ...head, object: 'chat.completion.chunk', choices: [], usage: running() } satisfies ChatChunk)
  }
  yield 'data: [DONE]\n\n'
}

function deltaOf({ open, calls }: Choice, text: string, { reasoningField }: ChatStyle): Omit<ChunkDelta, 'role'> {
  switch (open) {
    case 'text':
      return { content: text }
    case 'reasoning':
      return { content: '', [reasoningField]: text }
    case 'tool-call':
      return { content: '', tool_calls: [{ index: calls - 1, function: { arguments: text } }] }
  }
}

function withTokens(usage: Usage, tokens: number, open: PartKind): Usage {
  return {
    ...usage,
    outputTokens: usage.outputTokens + tokens,
    reasoningTokens: usage.reasoningTokens + (open === 'reasoning' ? tokens : 0),
  }
}

function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
