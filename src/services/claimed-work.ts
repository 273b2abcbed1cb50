export interface ClaimedWork {
  /** Looks for work soon. */
  wake(): void
  stop(): Promise<void>
}

export interface ClaimedWorkParts<Item> {
  /** Takes something that is nobody's until `leaseEnds`; undefined when nothing waits. */
  readonly claim: (now: number, leaseEnds: number) => Promise<Item | undefined>
  readonly renew: (item: Item, leaseEnds: number) => Promise<void>
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown, item: Item | undefined) => void
  readonly now: () => number
  /** How much is done at the same time. */
  readonly atATime: number
  /** How often to look for work that another process began and did not finish. */
  readonly lookEveryMs?: number
}

/** A claim is short and renewed: after a crash another process, or the next start, takes the work up within seconds. */
const leaseMs = 10_000
const renewEveryMs = 3_000

/** Does what waits in a table, shared with every process that looks at the same table. */
export function startClaimedWork<Item>(parts: ClaimedWorkParts<Item>): ClaimedWork {
  const { claim, renew, work, onError, now, atATime, lookEveryMs = 2_000 } = parts
  const stopping = new AbortController()
  const loops = new Set<Promise<void>>()
  let again = false

  async function workOn(item: Item): Promise<void> {
    const renewal = setInterval(() => {
      renew(item, now() + leaseMs).catch(error => onError(error, item))
    }, renewEveryMs)
    try {
      await work(item, stopping.signal)
    } catch (error) {
      // After a failure the claim runs out and the work is taken up again; on the way out it is handed back at once.
      if (stopping.signal.aborted) await renew(item, 0)
      else onError(error, item)
    } finally {
      clearInterval(renewal)
    }
  }

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const item = await claim(now(), now() + leaseMs)
      if (item === undefined) return
      // Where there is one there may be more.
      wake()
      await workOn(item)
    }
  }

  async function loop(): Promise<void> {
    do {
      again = false
      await drain().catch(error => onError(error, undefined))
    } while (again && !stopping.signal.aborted)
  }

  function wake(): void {
    again = true
    if (loops.size >= atATime || stopping.signal.aborted) return
    const running = loop().finally(() => loops.delete(running))
    loops.add(running)
  }

  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  wake()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
