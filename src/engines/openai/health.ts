import type { Upstream } from './upstream.ts'

const checkMs = 5000
const slowestRecheckMs = 10_000
const usualPace = { everyMs: 10_000, firstRecheckMs: 1000 }

export interface HealthWatch {
  /** Something went wrong there: it is looked at until it is well again. */
  suspect(upstream: Upstream): void
  close(): void
}

/**
 * Asks servers for their health: all of them from time to time where there is a choice, and otherwise only those that
 * have failed.
 */
export function watchHealth(
  upstreams: readonly Upstream[],
  path: string | false | undefined,
  { everyMs, firstRecheckMs } = usualPace,
): HealthWatch {
  const timers = new Map<Upstream, NodeJS.Timeout>()
  const closing = new AbortController()

  async function check(upstream: Upstream): Promise<boolean> {
    upstream.isReachable = await asksWell(upstream, path || undefined, closing.signal)
    return upstream.isReachable
  }

  function recheck(upstream: Upstream, delayMs: number): void {
    const timer = setTimeout(async () => {
      const isWell = await check(upstream)
      timers.delete(upstream)
      if (closing.signal.aborted) return
      if (isWell) upstream.circuit.trust()
      else recheck(upstream, Math.min(delayMs * 2, slowestRecheckMs))
    }, delayMs)
    timers.set(upstream, timer.unref())
  }

  const suspect = (upstream: Upstream) => {
    if (path !== false && !timers.has(upstream) && !closing.signal.aborted) recheck(upstream, firstRecheckMs)
  }
  const round = () =>
    Promise.all(
      upstreams.map(async upstream => {
        if (!timers.has(upstream) && !(await check(upstream))) suspect(upstream)
      }),
    )
  const rounds = path !== false && upstreams.length > 1 ? setInterval(() => void round(), everyMs).unref() : undefined

  return {
    suspect,
    close() {
      clearInterval(rounds)
      for (const timer of timers.values()) clearTimeout(timer)
      closing.abort()
    },
  }
}

/** Without a configured path, the server's own is found: `/health` where it exists, else the list of models. */
async function asksWell(upstream: Upstream, path: string | undefined, signal: AbortSignal): Promise<boolean> {
  const models = `${upstream.basePath}/models`
  const known = path === undefined ? upstream.healthPath : upstream.rootPath + path
  try {
    if (known !== undefined) return isWell(await statusOf(upstream, known, signal))
    const health = `${upstream.rootPath}/health`
    const status = await statusOf(upstream, health, signal)
    const exists = status !== 404 && status !== 405
    upstream.healthPath = exists ? health : models
    return isWell(exists ? status : await statusOf(upstream, models, signal))
  } catch {
    return false
  }
}

/** A server that refuses to tell is there; one that fails, or is still loading, is not ready. */
function isWell(status: number): boolean {
  return status < 500
}

async function statusOf({ pool, headers }: Upstream, path: string, signal: AbortSignal): Promise<number> {
  const { statusCode, body } = await pool.request({
    path,
    method: 'GET',
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(checkMs)]),
  })
  await body.dump()
  return statusCode
}
