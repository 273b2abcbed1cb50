import type { TextEngine } from '../../core/engine.ts'
import { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, GenerationRequest, PartKind, Started, Usage } from '../../core/generation.ts'
import { createGrammarChecker } from '../../core/generation-grammar.ts'
import { type ReadyIterator, takerOf } from '../../core/ready.ts'
import { createStopFilter, type StopFilter } from './stop-filter.ts'

export interface TidyParts {
  readonly started: Started
  /** What follows `started`. */
  readonly events: AsyncIterator<GenerationEvent>
  readonly request: GenerationRequest
  readonly engine: TextEngine
  readonly onUsage: (usage: Usage) => void
}

type Result = IteratorResult<GenerationEvent, undefined>

/**
 * An engine's events as the platform promises them: in the grammar, cut at stop sequences that the engine let pass, and
 * accounted for however they end. Written by hand, so that events that came together are handed on together.
 */
export class Tidied implements ReadyIterator<GenerationEvent> {
  readonly #parts: TidyParts
  readonly #take: () => GenerationEvent | undefined
  readonly #grammar = createGrammarChecker()
  readonly #filter: StopFilter | undefined
  readonly #waiting: GenerationEvent[] = []
  #open: PartKind | undefined
  #outputTokens = 0
  #reasoningTokens = 0
  /** The stop sequence that was met, in this part. */
  #hit: { readonly sequence: string; readonly part: number } | undefined
  #isOver = false

  constructor(parts: TidyParts) {
    this.#parts = parts
    this.#take = takerOf(parts.events)
    this.#filter = parts.request.stop.length > 0 ? createStopFilter(parts.request.stop) : undefined
    this.#grammar.check(parts.started)
    this.#waiting.push(parts.started)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  take(): GenerationEvent | undefined {
    for (;;) {
      if (this.#waiting.length > 0) return this.#waiting.shift()
      if (this.#isOver || this.#hit) return undefined
      const event = this.#take()
      if (event === undefined) return undefined
      const shown = this.#read(event)
      if (shown) return shown
    }
  }

  async next(): Promise<Result> {
    for (;;) {
      const value = this.take()
      if (value) return { done: false, value }
      if (this.#isOver) return { done: true, value: undefined }
      if (this.#hit) await this.#endAt(this.#hit)
      else await this.#wait()
    }
  }

  return(): Promise<Result> {
    this.#waiting.length = 0
    if (!this.#isOver) this.#end(undefined)
    return Promise.resolve({ done: true, value: undefined })
  }

  async #wait(): Promise<void> {
    try {
      const next = await this.#parts.events.next()
      if (this.#isOver) return
      if (next.done) this.#grammar.finish()
      const shown = next.done ? undefined : this.#read(next.value)
      if (shown) this.#waiting.unshift(shown)
    } catch (error) {
      if (!this.#isOver) this.#fail(error)
    }
  }

  /** The first of what the event is shown as; what follows it waits. */
  #read(event: GenerationEvent): GenerationEvent | undefined {
    try {
      this.#grammar.check(event)
    } catch (error) {
      this.#fail(error)
      return undefined
    }
    switch (event.type) {
      case 'part-start':
        this.#open = event.kind
        return event
      case 'part-delta': {
        this.#outputTokens += event.tokens
        if (this.#open === 'reasoning') this.#reasoningTokens += event.tokens
        if (!this.#filter || this.#open !== 'text') return event
        const { text, hit } = this.#filter.push(event.text)
        if (hit !== undefined) this.#hit = { sequence: hit, part: event.part }
        return text === '' ? undefined : { ...event, text }
      }
      case 'part-end': {
        const rest = this.#open === 'text' ? this.#filter?.flush() : undefined
        this.#open = undefined
        if (!rest) return event
        this.#waiting.push(event)
        return { type: 'part-delta', part: event.part, text: rest, tokens: 0 }
      }
      case 'ended':
        this.#end(event.usage)
        return event
      case 'failed':
        this.#end(undefined)
        return event
      case 'started':
        return event
    }
  }

  async #endAt({ sequence, part }: { readonly sequence: string; readonly part: number }): Promise<void> {
    // The engine stops while it is counted.
    this.#leaveEngine()
    try {
      const usage = await this.#usageSoFar()
      if (this.#isOver) return
      this.#end(usage)
      this.#waiting.push({ type: 'part-end', part }, { type: 'ended', reason: 'stop', stopSequence: sequence, usage })
    } catch (error) {
      if (!this.#isOver) this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#end(undefined)
    this.#waiting.push({ type: 'failed', error: asFailure(error) })
  }

  /** Nothing more comes from the engine. What it cost is told at once where that is known. */
  #end(usage: Usage | undefined): void {
    const { onUsage } = this.#parts
    this.#isOver = true
    this.#leaveEngine()
    if (usage) {
      onUsage(usage)
      return
    }
    this.#usageSoFar().then(onUsage, () =>
      onUsage({
        inputTokens: 0,
        cachedTokens: 0,
        outputTokens: this.#outputTokens,
        reasoningTokens: this.#reasoningTokens,
      }),
    )
  }

  #leaveEngine(): void {
    // How it takes its leave is its own concern; the answer does not wait for it.
    this.#parts.events.return?.().catch(() => undefined)
  }

  async #usageSoFar(): Promise<Usage> {
    const { started, engine, request } = this.#parts
    return {
      // The request's own signal may be over by now; counting gets one of its own.
      inputTokens: started.inputTokens || (await engine.countTokens(request, AbortSignal.timeout(5000))),
      cachedTokens: started.cachedTokens,
      outputTokens: this.#outputTokens,
      reasoningTokens: this.#reasoningTokens,
    }
  }
}

function asFailure(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  return new PlatformError('internal_error', 'The engine failed in the middle of its answer.', { cause: error })
}
