/** One signal for a whole fetch: it ends by time, by the caller, or by `abort`, and lets go of timer and listener at `end`. */
export interface Deadline {
  signal: AbortSignal
  abort(reason: unknown): void
  end(): void
  /** The promise, or the reason as soon as the signal ends: for work that can't be cancelled itself. */
  within<T>(promise: Promise<T>): Promise<T>
}

export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined, late: () => Error): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const timer = setTimeout(() => controller.abort(late()), timeoutMs)
  const forward = () => controller.abort(caller?.reason)

  if (caller?.aborted) forward()
  else caller?.addEventListener('abort', forward, { once: true })

  return {
    signal,
    abort: reason => controller.abort(reason),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', forward)
    },
    within(promise) {
      return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason)
        if (signal.aborted) stop()
        signal.addEventListener('abort', stop, { once: true })
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
      })
    },
  }
}
