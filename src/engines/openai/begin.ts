import type { GenerationRequest } from '../../core/generation.ts'
import { adapt } from './adapt.ts'
import { conversationHash } from './affinity.ts'
import { Attempt } from './attempt.ts'
import { AttemptFailure } from './attempt-failure.ts'
import { type ChatBody, chatBody } from './chat/chat-body.ts'
import type { ChatField } from './chat/chat-fields.ts'
import { findServer, type Servers } from './find-server.ts'
import type { Upstream } from './upstream.ts'

const mostAdaptations = 8

export interface Site extends Servers {
  /** The servers' name of the model. */
  readonly upstreamModel: string
  readonly key: string | undefined
  readonly idleSeconds: number
  readonly newId: () => string
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

/** Finds a server that answers. `hold` is given each attempt before it is waited for. */
export function begin(site: Site, order: Order, hold: (attempt: Attempt) => void): Promise<Begun> {
  const search = { hash: () => conversationHash(order.request), signal: order.signal }
  return findServer(site, search, (upstream, deadline) => ask(site, upstream, order, deadline, hold))
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
  let leftOut: Set<ChatField> | undefined
  for (let adaptations = 0; ; adaptations++) {
    const refused = leftOut ? upstream.refused.union(leftOut) : upstream.refused
    const { limitField } = upstream
    const { json: body, ignored } = chatBody(request, { model: upstreamModel, refused, limitField, whole })
    const leftMs = Math.max(1, deadline - site.now())
    const attempt = new Attempt({ upstream, body, whole, model, key, idleSeconds, timeoutSeconds, leftMs, newId })
    hold(attempt)
    try {
      await attempt.begun
      if (!whole && !upstream.hasAccepted) {
        upstream.hasAccepted = true
        if (leftOut?.has('stream_options')) upstream.refused.add('stream_options')
      }
      return { attempt, ignored }
    } catch (failure) {
      if (!(failure instanceof AttemptFailure) || !failure.refusal || adaptations === mostAdaptations) throw failure
      leftOut ??= new Set()
      if (!adapt(upstream, failure.refusal, body, leftOut)) throw failure
    }
  }
}
