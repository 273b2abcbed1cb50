import type { SessionEvent } from './session-messages.ts'

/** Events on their way to a reader that may be slow: of the deltas of an item only the newest waits. */
export class Outbox {
  readonly #waiting: SessionEvent[] = []
  #wake = () => {}
  #isClosed = false

  push(event: SessionEvent): void {
    const last = this.#waiting.at(-1)
    if (event.type === 'delta' && last?.type === 'delta' && last.itemId === event.itemId) this.#waiting.pop()
    this.#waiting.push(event)
    this.#wake()
  }

  /** What is there is still read. */
  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  async *read(): AsyncGenerator<SessionEvent> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next) {
        yield next
        continue
      }
      if (this.#isClosed) return
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }
}
