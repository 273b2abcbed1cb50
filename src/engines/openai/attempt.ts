import type { GenerationEvent } from '../../core/generation.ts'
import { timedOut } from './attempt-failure.ts'
import type { ReportedUsage } from './chat/read-usage.ts'
import { type Outcome, type ReplyContext, ReplyReader } from './reply-reader.ts'
import type { Upstream } from './upstream.ts'
import type { Connection, Exchange } from './wire/connection.ts'
import type { ReplyHead } from './wire/reply-parser.ts'

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

type Limits = Pick<AttemptParts, 'whole' | 'model' | 'idleSeconds' | 'timeoutSeconds'>

/** One request to one server, and the events of its answer as they arrive. */
export class Attempt implements Exchange {
  readonly upstream: Upstream
  readonly #reader: ReplyReader
  readonly #limits: Limits
  readonly #expiresAt: number
  /** One for the silence and for the whole: most attempts need neither, and each would cost them. */
  #clock: NodeJS.Timeout
  #heardAt: number
  readonly #begun = Promise.withResolvers<void>()
  #closing: NodeJS.Timeout | undefined
  readonly #connection: Connection
  #isPaused = false
  #taken = 0
  #hasBegun = false
  #isSettled = false
  #hasEnded = false
  /** Called when there is more to take, or an outcome. */
  onMore: (() => void) | undefined

  constructor(parts: AttemptParts) {
    const { upstream, body, whole, model, idleSeconds, timeoutSeconds } = parts
    // Not the parts as they are: the body may be long, and is of no use once it is sent.
    this.#limits = { whole, model, idleSeconds, timeoutSeconds }
    this.upstream = upstream
    this.#reader = new ReplyReader(parts)
    this.#heardAt = performance.now()
    this.#expiresAt = this.#heardAt + parts.leftMs
    this.#clock = this.#wind(this.#heardAt)
    upstream.inFlight += 1
    upstream.circuit.enter()
    this.#connection = upstream.connections.post(body, this)
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
      if (this.#isPaused) {
        this.#isPaused = false
        this.#heardAt = performance.now()
        this.#connection.resume(this)
      }
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

  onHead(head: ReplyHead): void {
    this.#heardAt = performance.now()
    this.#reader.head(head)
    this.#check()
  }

  onBody(bytes: Buffer): void {
    if (this.#isSettled) return
    this.#heardAt = performance.now()
    this.#reader.push(bytes)
    this.#check()
    if (this.#reader.events.length - this.#taken > mostWaiting) {
      this.#isPaused = true
      this.#connection.pause(this)
    }
  }

  onEnd(): void {
    this.#hasEnded = true
    clearTimeout(this.#closing)
    if (this.#isSettled) return
    this.#reader.end()
    this.#check()
  }

  onBreak(error: Error): void {
    this.#hasEnded = true
    clearTimeout(this.#closing)
    if (this.#isSettled) return
    this.#reader.break(error)
    this.#check()
  }

  /** Set to when the silence or the whole may have lasted too long. */
  #wind(now: number): NodeJS.Timeout {
    const { idleSeconds } = this.#limits
    const silenceMs = this.#mayBeSilent ? idleSeconds * 1000 : this.#heardAt + idleSeconds * 1000 - now
    return setTimeout(() => this.#onClock(), Math.min(silenceMs, this.#expiresAt - now))
  }

  #onClock(): void {
    const { model, idleSeconds, timeoutSeconds } = this.#limits
    // Timers count in whole milliseconds.
    const now = performance.now() + 1
    const isSilent = !this.#mayBeSilent && now >= this.#heardAt + idleSeconds * 1000
    if (now >= this.#expiresAt) this.#expire(timedOut(model, timeoutSeconds, false))
    else if (isSilent) this.#expire(timedOut(model, idleSeconds, true))
    else this.#clock = this.#wind(now)
  }

  /** Before an answer in one piece, and while it is made to wait. */
  get #mayBeSilent(): boolean {
    return (this.#limits.whole && !this.#reader.hasHead) || this.#isPaused
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
    clearTimeout(this.#clock)
    clearTimeout(this.#closing)
  }

  #hangUp(): void {
    if (!this.#hasEnded) this.#connection.leave(this)
  }
}
