import { setTimeout as wait } from 'node:timers/promises'
import { PlatformError } from '../../core/errors.ts'
import { AttemptFailure } from './attempt-failure.ts'
import { choose } from './balancer.ts'
import type { Upstream } from './upstream.ts'

const mostServers = 4
const soonMs = 100
const none: ReadonlySet<Upstream> = new Set()

export interface Servers {
  readonly upstreams: readonly Upstream[]
  /** Our name of the model. */
  readonly model: string
  readonly timeoutSeconds: number
  readonly now: () => number
  readonly onFailure: (upstream: Upstream, failure: AttemptFailure) => void
}

export interface Search {
  /** The same for requests that should go to the same server. */
  readonly hash: () => number
  readonly signal: AbortSignal
}

/**
 * Finds a server that answers. Nothing has been said yet, so that another may be asked, or the same one again, without
 * anybody noticing.
 */
export async function findServer<T>(
  servers: Servers,
  { hash, signal }: Search,
  ask: (upstream: Upstream, deadline: number) => Promise<T>,
): Promise<T> {
  const { upstreams, now } = servers
  const deadline = now() + servers.timeoutSeconds * 1000
  let tried: Set<Upstream> | undefined
  let hasRepeated = false
  let last: AttemptFailure | undefined
  for (;;) {
    const upstream = choose(upstreams, tried ?? none, hash)
    if (!upstream) throw last?.error ?? nobody(servers)
    try {
      return await ask(upstream, deadline)
    } catch (failure) {
      if (!(failure instanceof AttemptFailure)) throw failure
      servers.onFailure(upstream, failure)
      last = failure
      if (now() >= deadline) throw failure.error
      const repeats = failure.again === 'now' || (failure.again === 'soon' && upstreams.length === 1)
      if (repeats && !hasRepeated) {
        hasRepeated = true
        if (failure.again === 'soon') await wait(soonMs, undefined, { signal })
        continue
      }
      tried ??= new Set()
      tried.add(upstream)
      if (!failure.elsewhere || tried.size === mostServers) throw failure.error
    }
  }
}

/** All have failed so often that they are left alone for now. */
function nobody({ upstreams, model }: Servers): PlatformError {
  const waitMs = Math.min(...upstreams.map(({ circuit }) => circuit.waitMs))
  const who = upstreams.length === 1 ? 'The server' : 'Every server'
  return new PlatformError('service_unavailable', `${who} behind "${model}" has been failing.`, {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
