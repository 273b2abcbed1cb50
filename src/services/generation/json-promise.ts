import { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, GenerationRequest, GenerationStream, Message, Usage } from '../../core/generation.ts'
import { type Answer, foldGeneration, textOf } from '../../core/generation-fold.ts'
import type { JsonCheck } from './json-check.ts'

export interface JsonPromiseParts {
  readonly stream: GenerationStream
  readonly request: GenerationRequest
  readonly whole: boolean
  readonly check: JsonCheck
  /** Begins another generation over these messages. */
  readonly repair: (messages: readonly Message[]) => Promise<{ readonly stream: GenerationStream }>
}

/**
 * The answer's text is checked against its format. A broken answer is repaired once, as long as none of it has been
 * shown: that is always so for callers who wait for the whole; for a stream, while its text does not begin like JSON.
 */
export async function* keepJsonPromise(parts: JsonPromiseParts): AsyncGenerator<GenerationEvent> {
  const { stream, whole, check } = parts
  let state: 'before text' | 'holding' | 'showing' = 'before text'
  let held: GenerationEvent[] = []
  let heldPart = 0
  let inText = false
  let text = ''

  for await (const event of stream) {
    if (event.type === 'ended') {
      const problem = event.reason === 'length' || text === '' ? undefined : check(text)
      if (problem === undefined) yield* [...held, event]
      else if (state === 'holding') yield* repaired(parts, heldPart, text, problem, event.usage)
      else yield { type: 'failed', error: broken(problem) }
      return
    }
    if (event.type === 'part-start') {
      inText = event.kind === 'text'
      if (inText && state === 'before text') {
        state = 'holding'
        heldPart = event.part
      }
    }
    if (event.type === 'part-delta' && inText) text += event.text
    if (state === 'holding' && event.type !== 'failed') {
      held.push(event)
      if (whole || !beginsLikeJson(text)) continue
      state = 'showing'
      yield* held
      held = []
    } else {
      yield event
    }
  }
}

/** Nothing is known before the first character. */
function beginsLikeJson(text: string): boolean {
  return /^\s*[[{"\-\dtfn]/.test(text)
}

async function* repaired(
  { request, check, repair }: JsonPromiseParts,
  part: number,
  text: string,
  problem: string,
  spent: Usage,
): AsyncGenerator<GenerationEvent> {
  let answer: Answer
  try {
    const { stream } = await repair([...request.messages, ...plea(text, problem)])
    answer = await foldGeneration(stream)
  } catch (error) {
    yield { type: 'failed', error: error instanceof PlatformError ? error : broken(problem, error) }
    return
  }
  const better = textOf(answer.parts, 'text')
  const { reason, usage } = answer.ended
  const stillWrong = reason === 'length' ? undefined : check(better)
  if (stillWrong !== undefined) {
    yield { type: 'failed', error: broken(stillWrong) }
    return
  }
  yield { type: 'part-start', part, kind: 'text' }
  yield { type: 'part-delta', part, text: better, tokens: usage.outputTokens }
  yield { type: 'part-end', part }
  yield { type: 'ended', reason, usage: sumOf(spent, usage) }
}

function plea(text: string, problem: string): Message[] {
  const request = `That answer does not fit: ${problem}. Send the same answer again as JSON alone, with nothing before or after it.`
  return [
    { role: 'assistant', text, toolCalls: [] },
    { role: 'user', parts: [{ type: 'text', text: request }] },
  ]
}

function broken(problem: string, cause?: unknown): PlatformError {
  return new PlatformError('service_unavailable', `The model did not keep to the requested JSON format: ${problem}.`, {
    cause,
  })
}

function sumOf(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  }
}
