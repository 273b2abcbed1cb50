import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { GenerationEvent } from '../../core/generation.ts'
import { timedOut } from './attempt-failure.ts'
import type { ReportedUsage } from './chat/read-usage.ts'
import { type Outcome, type ReplyContext, ReplyReader } from './reply-reader.ts'
import type { Upstream } from './upstream.ts'

/** Events that may wait for their reader before the server is made to wait. */
const mostWaiting = 1024
/** How long the count of tokens is waited for once all has been said. */
const afterFinishMs = 5000
/** How long a connection may take to become free after the last word. */
const afterEndMs = 1000

export interface AttemptParts extends ReplyContext {
  readonly upstream: Upstream
  readonly body: string
  /** Whether the answer was asked for in one piece: then silence before it is to be expected. */
  readonly whole: boolean
  readonly idleSeconds: number
  readonly timeoutSeconds: number
  /** What is left of them. */
  readonly leftMs: number
}

/** One request to one server, and the events of its answer as they arrive. */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly upstream: Upstream
  readonly #reader: ReplyReader
  readonly #idle: NodeJS.Timeout
  readonly #mayBeSilent: boolean
  readonly #deadline: NodeJS.Timeout
  readonly #begun = Promise.withResolvers<void>()
  #closing: NodeJS.Timeout | undefined
  #controller: Dispatcher.DispatchController | undefined
  #abortReason: Error | undefined
  #taken = 0
  #hasBegun = false
  #isSettled = false
  #hasEnded = false
  /** Called when there is more to take, or an outcome. */
  onMore: (() => void) | undefined

  constructor(parts: AttemptParts) {
    const { upstream, body, model, idleSeconds, timeoutSeconds } = parts
    this.upstream = upstream
    this.#reader = new ReplyReader(parts)
    this.#mayBeSilent = parts.whole
    this.#idle = setTimeout(() => this.#onSilence(model, idleSeconds), idleSeconds * 1000)
    this.#deadline = setTimeout(() => this.#expire(timedOut(model, timeoutSeconds, false)), parts.leftMs)
    upstream.inFlight += 1
    upstream.circuit.enter()
    const path = `${upstream.basePath}/chat/completions`
    upstream.pool.dispatch({ path, method: 'POST', headers: upstream.headers, body }, this)
  }

  /** Resolves when it answers; throws an AttemptFailure when it does not, and the reason of an abort. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  get outcome(): Outcome | undefined {
    return this.#reader.outcome
  }

  get usage(): ReportedUsage | undefined {
    return this.#reader.usage
  }

  take(): GenerationEvent | undefined {
    const { events } = this.#reader
    const event = events[this.#taken]
    if (event === undefined) return undefined
    this.#taken += 1
    if (this.#taken === events.length) {
      events.length = 0
      this.#taken = 0
      if (this.#controller?.paused) this.#controller.resume()
    }
    return event
  }

  /** Nobody wants the rest. */
  abort(reason: unknown): void {
    if (this.#isSettled) return
    this.#settle()
    this.upstream.circuit.leave()
    this.#begun.reject(reason)
    this.#hangUp()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#abortReason) controller.abort(this.#abortReason)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.#idle.refresh()
    this.#reader.head(status, headers)
    this.#check()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return
    this.#idle.refresh()
    this.#reader.push(chunk)
    this.#check()
    if (this.#reader.events.length - this.#taken > mostWaiting) controller.pause()
  }

  onResponseEnd(): void {
    this.#hasEnded = true
    clearTimeout(this.#closing)
    if (this.#isSettled) return
    this.#reader.end()
    this.#check()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#hasEnded = true
    clearTimeout(this.#closing)
    if (this.#isSettled) return
    this.#reader.break(error)
    this.#check()
  }

  #onSilence(model: string, seconds: number): void {
    const isExpected = (this.#mayBeSilent && !this.#reader.hasHead) || this.#controller?.paused
    if (isExpected) this.#idle.refresh()
    else this.#expire(timedOut(model, seconds, true))
  }

  #expire(failure: Parameters<ReplyReader['expire']>[0]): void {
    if (this.#isSettled) return
    this.#reader.expire(failure)
    this.#check()
  }

  /** Looks at what the reader has made of the last bytes. */
  #check(): void {
    const { outcome, hasBegun, hasFinished } = this.#reader
    if (outcome) this.#conclude(outcome)
    else if (hasFinished && !this.#closing) this.#closing = setTimeout(() => this.#expireFinished(), afterFinishMs)
    if (hasBegun && !this.#hasBegun && outcome?.type !== 'failed') {
      this.#hasBegun = true
      this.upstream.circuit.answer()
      this.#begun.resolve()
    }
    this.onMore?.()
  }

  #expireFinished(): void {
    if (this.#isSettled) return
    this.#reader.end()
    this.#check()
  }

  #conclude(outcome: Outcome): void {
    this.#settle()
    const { circuit } = this.upstream
    if (outcome.type === 'concluded') {
      circuit.succeed()
      if (!this.#hasEnded) this.#closing = setTimeout(() => this.#hangUp(), afterEndMs).unref()
      return
    }
    if (outcome.failure.isFault) circuit.fail()
    else circuit.succeed()
    if (!this.#hasBegun) this.#begun.reject(outcome.failure)
    this.#hangUp()
  }

  #settle(): void {
    this.#isSettled = true
    this.upstream.inFlight -= 1
    clearTimeout(this.#idle)
    clearTimeout(this.#deadline)
    clearTimeout(this.#closing)
  }

  #hangUp(): void {
    if (this.#hasEnded) return
    this.#abortReason = new Error('the rest of the answer is not wanted')
    this.#controller?.abort(this.#abortReason)
  }
}
