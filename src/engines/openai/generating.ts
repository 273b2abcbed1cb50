import type { GenerationEvent, GenerationRequest, Usage } from '../../core/generation.ts'
import type { ReadyIterator } from '../../core/ready.ts'
import type { Attempt } from './attempt.ts'
import { begin, type Site } from './begin.ts'
import type { Conclusion } from './chat/chunk-reader.ts'
import type { Upstream } from './upstream.ts'

type Result = IteratorResult<GenerationEvent, undefined>

const done: Result = { done: true, value: undefined }

export interface GeneratingParts {
  readonly site: Site
  readonly request: GenerationRequest
  readonly whole: boolean
  readonly signal: AbortSignal
  /** Counts where the server did not. */
  readonly countUsage: (conclusion: Conclusion, upstream: Upstream) => Promise<Usage>
  /** Told once, however it ends, with what is known of the input. */
  readonly onOver: (inputTokens: number | undefined) => void
}

/**
 * The events of one generation. It is written by hand because a generator can't be left while it waits, and because
 * events that have arrived together are handed out without waiting in between.
 */
export class Generating implements ReadyIterator<GenerationEvent> {
  readonly #parts: GeneratingParts
  readonly #onAbort = () => this.#leave(this.#parts.signal.reason)
  #state: 'new' | 'beginning' | 'running' | 'over' = 'new'
  #attempt: Attempt | undefined
  #waiting: PromiseWithResolvers<Result> | undefined
  #isAborted = false

  constructor(parts: GeneratingParts) {
    this.#parts = parts
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  take(): GenerationEvent | undefined {
    const attempt = this.#attempt
    if (this.#state !== 'running' || !attempt) return undefined
    return attempt.take() ?? this.#lastOf(attempt)
  }

  next(): Promise<Result> {
    switch (this.#state) {
      case 'running': {
        const value = this.take()
        if (value !== undefined) return Promise.resolve({ done: false, value })
        if (this.#attempt?.outcome) return this.#count(this.#attempt)
        this.#waiting ??= Promise.withResolvers()
        return this.#waiting.promise
      }
      case 'new':
        return this.#begin()
      case 'beginning':
      case 'over':
        return this.#isAborted ? Promise.reject(this.#parts.signal.reason) : Promise.resolve(done)
    }
  }

  return(): Promise<Result> {
    // The usual case, after the last event: an error would be made, with its stack, for nobody.
    if (this.#state !== 'over') this.#leave(new Error('the reader left'))
    return Promise.resolve(done)
  }

  async #begin(): Promise<Result> {
    const { site, signal } = this.#parts
    signal.throwIfAborted()
    signal.addEventListener('abort', this.#onAbort, { once: true })
    this.#state = 'beginning'
    try {
      const { attempt, ignored } = await begin(site, this.#parts, held => this.#hold(held))
      attempt.onMore = () => this.#onMore()
      this.#state = 'running'
      const { inputTokens = 0, cachedTokens = 0 } = attempt.usage ?? {}
      return { done: false, value: { type: 'started', model: site.model, inputTokens, cachedTokens, ignored } }
    } catch (error) {
      this.#close()
      signal.throwIfAborted()
      throw error
    }
  }

  #hold(attempt: Attempt): void {
    this.#attempt = attempt
    if (this.#state === 'over') attempt.abort(new Error('the reader left'))
  }

  /** Bytes have come: whoever waits gets the first event of them. */
  #onMore(): void {
    const waiting = this.#waiting
    const attempt = this.#attempt
    if (!waiting || !attempt || this.#state !== 'running') return
    const value = this.take()
    if (value === undefined && !attempt.outcome) return
    this.#waiting = undefined
    waiting.resolve(value === undefined ? this.#count(attempt) : { done: false, value })
  }

  /** How it ended, where that is known. */
  #lastOf({ outcome, upstream }: Attempt): GenerationEvent | undefined {
    if (!outcome) return undefined
    if (outcome.type === 'failed') {
      this.#close()
      this.#tellInput()
      this.#parts.site.onFailure(upstream, outcome.failure)
      return { type: 'failed', error: outcome.failure.error }
    }
    const { conclusion } = outcome
    return conclusion.usage && this.#end(conclusion, conclusion.usage)
  }

  /** The server has not told what its answer cost. */
  async #count({ outcome, upstream }: Attempt): Promise<Result> {
    this.#close()
    if (outcome?.type !== 'concluded') return done
    const { conclusion } = outcome
    return { done: false, value: this.#end(conclusion, await this.#parts.countUsage(conclusion, upstream)) }
  }

  #end(conclusion: Conclusion, usage: Usage): GenerationEvent {
    this.#close()
    const { stop, maxTokens = Number.POSITIVE_INFINITY } = this.#parts.request
    const { isReasonGiven, stopSequence } = conclusion
    this.#parts.onOver(usage.inputTokens)
    const reason = !isReasonGiven && usage.outputTokens >= maxTokens ? 'length' : conclusion.reason
    const isOurs = stopSequence !== undefined && stop.includes(stopSequence)
    return isOurs ? { type: 'ended', reason, usage, stopSequence } : { type: 'ended', reason, usage }
  }

  #close(): void {
    this.#state = 'over'
    this.#parts.signal.removeEventListener('abort', this.#onAbort)
  }

  /** None of them means that the server has not said. */
  #tellInput(): void {
    this.#parts.onOver(this.#attempt?.usage?.inputTokens || undefined)
  }

  #leave(reason: unknown): void {
    if (this.#state === 'over') return
    this.#close()
    this.#tellInput()
    this.#attempt?.abort(reason)
    this.#isAborted = this.#parts.signal.aborted
    if (this.#isAborted) this.#waiting?.reject(reason)
    else this.#waiting?.resolve(done)
    this.#waiting = undefined
  }
}
