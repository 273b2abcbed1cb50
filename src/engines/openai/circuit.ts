const failuresToOpen = 5
const firstRestMs = 1000
const longestRestMs = 30_000

/**
 * Keeps requests away from a server that fails them one after the other. When its rest is over, one request is let
 * through to try; if that fails too, the next rest is twice as long.
 */
export class Circuit {
  readonly #now: () => number
  #failures = 0
  #openUntil = 0
  #restMs = firstRestMs
  #isTrying = false

  constructor(now: () => number) {
    this.#now = now
  }

  get #isOpen(): boolean {
    return this.#openUntil > 0
  }

  allows(): boolean {
    return !this.#isOpen || (this.#now() >= this.#openUntil && !this.#isTrying)
  }

  /** How long it stays closed to requests. */
  get waitMs(): number {
    return Math.max(0, this.#openUntil - this.#now())
  }

  /** A request goes out. */
  enter(): void {
    if (this.#isOpen) this.#isTrying = true
  }

  /** It came to an end that says nothing about the server. */
  leave(): void {
    this.#isTrying = false
  }

  /** The server answers; whether it comes to an end is seen later. */
  answer(): void {
    if (this.#isOpen) this.succeed()
  }

  succeed(): void {
    this.#failures = 0
    this.#openUntil = 0
    this.#restMs = firstRestMs
    this.#isTrying = false
  }

  fail(): void {
    this.#failures += 1
    if (this.#isOpen) {
      if (!this.#isTrying) return
      this.#restMs = Math.min(this.#restMs * 2, longestRestMs)
    } else if (this.#failures < failuresToOpen) {
      return
    }
    this.#isTrying = false
    this.#openUntil = this.#now() + this.#restMs
  }

  /** There is reason to believe that the server is back: all may go there until one of them fails. */
  trust(): void {
    if (!this.#isOpen) return
    this.#openUntil = 0
    this.#isTrying = false
    this.#failures = failuresToOpen - 1
  }
}
