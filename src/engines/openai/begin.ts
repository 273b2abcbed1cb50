import { setTimeout as wait } from 'node:timers/promises'
import { PlatformError } from '../../core/errors.ts'
import type { GenerationRequest } from '../../core/generation.ts'
import { adapt } from './adapt.ts'
import { conversationHash } from './affinity.ts'
import { Attempt } from './attempt.ts'
import { AttemptFailure } from './attempt-failure.ts'
import { choose } from './balancer.ts'
import { type ChatBody, chatBody } from './chat/chat-body.ts'
import type { ChatField } from './chat/chat-fields.ts'
import type { Upstream } from './upstream.ts'

const mostServers = 4
const mostAdaptations = 8
const soonMs = 100

export interface Site {
  readonly upstreams: readonly Upstream[]
  /** Our name of the model, and the servers'. */
  readonly model: string
  readonly upstreamModel: string
  readonly key: string | undefined
  readonly timeoutSeconds: number
  readonly idleSeconds: number
  readonly newId: () => string
  readonly now: () => number
  readonly onFailure: (upstream: Upstream, failure: AttemptFailure) => void
}

export interface Order {
  readonly request: GenerationRequest
  /** Whether the answer is asked for in one piece. */
  readonly whole: boolean
  readonly signal: AbortSignal
}

export interface Begun {
  readonly attempt: Attempt
  readonly ignored: ChatBody['ignored']
}

/**
 * Finds a server that answers. Nothing has been said yet, so that another may be asked, or the same one again, without
 * anybody noticing. `hold` is given each attempt before it is waited for.
 */
export async function begin(site: Site, order: Order, hold: (attempt: Attempt) => void): Promise<Begun> {
  const { upstreams, now } = site
  const deadline = now() + site.timeoutSeconds * 1000
  const tried = new Set<Upstream>()
  let hasRepeated = false
  let last: AttemptFailure | undefined
  for (;;) {
    const upstream = choose(upstreams, tried, () => conversationHash(order.request))
    if (!upstream) throw last?.error ?? nobody(site)
    try {
      return await ask(site, upstream, order, deadline, hold)
    } catch (failure) {
      if (!(failure instanceof AttemptFailure)) throw failure
      site.onFailure(upstream, failure)
      last = failure
      if (now() >= deadline) throw failure.error
      const repeats = failure.again === 'now' || (failure.again === 'soon' && upstreams.length === 1)
      if (repeats && !hasRepeated) {
        hasRepeated = true
        if (failure.again === 'soon') await wait(soonMs, undefined, { signal: order.signal })
        continue
      }
      tried.add(upstream)
      if (!failure.elsewhere || tried.size === mostServers) throw failure.error
    }
  }
}

/** Asks one server, and again without what it says it can't take. */
async function ask(
  site: Site,
  upstream: Upstream,
  { request, whole }: Order,
  deadline: number,
  hold: (attempt: Attempt) => void,
): Promise<Begun> {
  const { model, upstreamModel, key, timeoutSeconds, idleSeconds, newId } = site
  const leftOut = new Set<ChatField>()
  for (let adaptations = 0; ; adaptations++) {
    const refused = leftOut.size === 0 ? upstream.refused : upstream.refused.union(leftOut)
    const { limitField } = upstream
    const { json: body, ignored } = chatBody(request, { model: upstreamModel, refused, limitField, whole })
    const leftMs = Math.max(1, deadline - site.now())
    const attempt = new Attempt({ upstream, body, whole, model, key, idleSeconds, timeoutSeconds, leftMs, newId })
    hold(attempt)
    try {
      await attempt.begun
      if (!whole && !upstream.hasAccepted) {
        upstream.hasAccepted = true
        if (leftOut.has('stream_options')) upstream.refused.add('stream_options')
      }
      return { attempt, ignored }
    } catch (failure) {
      if (!(failure instanceof AttemptFailure) || !failure.refusal || adaptations === mostAdaptations) throw failure
      if (!adapt(upstream, failure.refusal, body, leftOut)) throw failure
    }
  }
}

/** All have failed so often that they are left alone for now. */
function nobody({ upstreams, model }: Site): PlatformError {
  const waitMs = Math.min(...upstreams.map(({ circuit }) => circuit.waitMs))
  const who = upstreams.length === 1 ? 'The server' : 'Every server'
  return new PlatformError('service_unavailable', `${who} behind "${model}" has been failing.`, {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
