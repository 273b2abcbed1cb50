export interface Inbox<T> extends AsyncIterable<T> {
  push(item: T): void
  end(): void
  /** What has not been read by then is dropped. */
  fail(error: unknown): void
}

/** What arrives by events, read as a stream, once. */
export function createInbox<T>(): Inbox<T> {
  const items: T[] = []
  let over: { readonly error?: unknown } | undefined
  let wake: (() => void) | undefined

  function changed(): void {
    wake?.()
    wake = undefined
  }

  return {
    push(item) {
      if (!over) items.push(item)
      changed()
    },
    end() {
      over ??= {}
      changed()
    },
    fail(error) {
      if (over) return
      over = { error }
      items.length = 0
      changed()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift()
        if (item !== undefined) {
          yield item
          continue
        }
        if (over && 'error' in over) throw over.error
        if (over) return
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
  }
}
