/** The same chunks, but a source that has gone quiet no longer holds its reader once the signal aborts. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  if (!signal) {
    yield* source
    return
  }
  const iterator = source[Symbol.asyncIterator]()
  let open = true
  try {
    while (true) {
      const step = await nextUnlessAborted(iterator, signal, () => {
        open = false
      })
      if (step.done) return
      yield step.value
    }
  } finally {
    if (open) {
      const closed = iterator.return?.()
      // A generator that is stuck in an await answers only when that ends, which may be never: tell it, don't wait.
      if (signal.aborted) closed?.catch(() => undefined)
      else await closed
    }
  }
}

/** The listener goes with each step: a signal may outlive thousands of them. */
function nextUnlessAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal, onEnd: () => void) {
  return new Promise<IteratorResult<T>>((resolve, reject) => {
    signal.throwIfAborted()
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    iterator
      .next()
      .finally(() => signal.removeEventListener('abort', onAbort))
      .then(
        step => {
          if (step.done) onEnd()
          resolve(step)
        },
        error => {
          onEnd()
          reject(error)
        },
      )
  })
}
