export interface Turns {
  /** Does the work when its turn comes. Leaving while it waits gives the turn up; work that has begun keeps it to its end. */
  take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** At most so many pieces of work at once, first come, first served. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0

  async function wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.splice(waiting.indexOf(resolve), 1)
      reject(signal?.reason)
    }
    waiting.push(resolve)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return {
    async take(work, signal) {
      signal?.throwIfAborted()
      // Whoever ends hands the turn over, so that nobody who comes in between can take it.
      if (running < atOnce) running += 1
      else await wait(signal)
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
