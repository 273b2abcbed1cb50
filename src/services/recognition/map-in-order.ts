/**
 * Works on several items at once and gives the results in the order of the items. Items are asked for only as places
 * become free, so that a slow reader or slow work holds the source back.
 */
export async function* mapInOrder<T, R>(
  source: AsyncIterable<T>,
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): AsyncGenerator<R> {
  const items = source[Symbol.asyncIterator]()
  const running: Promise<R>[] = []
  let index = 0
  let isOver = false
  try {
    for (;;) {
      while (!isOver && running.length < atOnce) {
        const next = await items.next()
        if (next.done) {
          isOver = true
          break
        }
        const result = work(next.value, index++)
        // It may fail before its turn comes; the failure is thrown then.
        result.catch(() => undefined)
        running.push(result)
      }
      const first = running.shift()
      if (!first) return
      yield await first
    }
  } finally {
    await items.return?.()
  }
}
