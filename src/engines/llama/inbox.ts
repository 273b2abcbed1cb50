/** What arrives by callbacks, to be awaited one by one. Ends at once when the signal does. */
export class Inbox<T> {
  readonly #items: T[] = []
  #waiting: PromiseWithResolvers<void> | undefined
  #failure: { readonly error: unknown } | undefined
  readonly #signal: AbortSignal
  readonly #abort = () => this.fail(this.#signal.reason)

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#abort, { once: true })
    if (signal.aborted) this.#abort()
  }

  push(item: T): void {
    this.#items.push(item)
    this.#waiting?.resolve()
  }

  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#waiting?.resolve()
  }

  async next(): Promise<T> {
    for (;;) {
      if (this.#failure) throw this.#failure.error
      const item = this.#items.shift()
      if (item !== undefined) return item
      this.#waiting = Promise.withResolvers()
      await this.#waiting.promise
    }
  }

  /** Of no use after this. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#abort)
  }
}
