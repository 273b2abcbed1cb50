import { PlatformError } from '../../core/errors.ts'

export interface Queue {
  /** Resolves when it is one's turn, with what ends it. Throws at once when too many wait. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** At most so many at once, first come, first served, and no longer a line than can be served in reasonable time. */
export function createQueue(atOnce: number, waitingAtMost: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  function once(done: () => void): () => void {
    let isDone = false
    return () => {
      if (!isDone) done()
      isDone = true
    }
  }

  async function wait(signal: AbortSignal): Promise<void> {
    if (waiting.length >= waitingAtMost) {
      throw new PlatformError(
        'service_unavailable',
        `The model is busy: ${waitingAtMost} requests wait already. Try again in a moment.`,
        { retryAfter: 2 },
      )
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      waiting.splice(waiting.indexOf(resolve), 1)
      reject(signal.reason)
    }
    waiting.push(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (running < atOnce) running += 1
      else await wait(signal)
      return once(leave)
    },
  }
}
