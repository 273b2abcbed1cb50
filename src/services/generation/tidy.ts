import type { TextEngine } from '../../core/engine.ts'
import { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, GenerationRequest, PartKind, Started, Usage } from '../../core/generation.ts'
import { createGrammarChecker } from '../../core/generation-grammar.ts'
import { createStopFilter } from './stop-filter.ts'

export interface TidyParts {
  readonly started: Started
  /** What follows `started`. */
  readonly events: AsyncIterator<GenerationEvent>
  readonly request: GenerationRequest
  readonly engine: TextEngine
  /** Ends the engine's work. */
  readonly stop: () => void
  readonly onUsage: (usage: Usage) => void
}

/**
 * An engine's events as the platform promises them: in the grammar, cut at stop sequences that the engine let pass, and
 * accounted for however they end.
 */
export async function* tidy(parts: TidyParts): AsyncGenerator<GenerationEvent> {
  const { started, events, request, stop, onUsage } = parts
  const grammar = createGrammarChecker()
  const filter = request.stop.length > 0 ? createStopFilter(request.stop) : undefined
  let open: PartKind | undefined
  let counted = { outputTokens: 0, reasoningTokens: 0 }
  let final: Usage | undefined
  let isOver = false

  const usageSoFar = async (): Promise<Usage> => ({
    inputTokens: started.inputTokens || (await countInput(parts)),
    cachedTokens: started.cachedTokens,
    ...counted,
  })

  try {
    grammar.check(started)
    yield started
    for (;;) {
      const next = await events.next()
      if (next.done) break
      const event = next.value
      grammar.check(event)
      switch (event.type) {
        case 'part-start':
          open = event.kind
          yield event
          break
        case 'part-delta': {
          counted = {
            outputTokens: counted.outputTokens + event.tokens,
            reasoningTokens: counted.reasoningTokens + (open === 'reasoning' ? event.tokens : 0),
          }
          if (!filter || open !== 'text') {
            yield event
            break
          }
          const { text, hit } = filter.push(event.text)
          if (text !== '') yield { ...event, text }
          if (hit === undefined) break
          stop()
          final = await usageSoFar()
          yield { type: 'part-end', part: event.part }
          yield { type: 'ended', reason: 'stop', stopSequence: hit, usage: final }
          return
        }
        case 'part-end': {
          const rest = open === 'text' ? filter?.flush() : undefined
          if (rest) yield { type: 'part-delta', part: event.part, text: rest, tokens: 0 }
          open = undefined
          yield event
          break
        }
        case 'ended':
          final = event.usage
          isOver = true
          yield event
          break
        case 'failed':
          isOver = true
          yield event
          break
        case 'started':
          yield event
          break
      }
    }
    grammar.finish()
  } catch (error) {
    yield { type: 'failed', error: asFailure(error) }
  } finally {
    // An engine that has said its last word has nothing to stop.
    if (!isOver) stop()
    if (final) onUsage(final)
    else usageSoFar().then(onUsage, () => onUsage({ inputTokens: 0, cachedTokens: 0, ...counted }))
    await events.return?.()
  }
}

/** The request's own signal may be over by now; counting gets one of its own. */
function countInput({ engine, request }: TidyParts): Promise<number> {
  return engine.countTokens(request, AbortSignal.timeout(5000))
}

function asFailure(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  return new PlatformError('internal_error', 'The engine failed in the middle of its answer.', { cause: error })
}
