import type { FastifyReply } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import type { ApiKey } from '../core/keys.ts'

/** Lets a request of this key in or throws; what it took is given back when the reply closes. */
export type Admit = (key: ApiKey, reply: FastifyReply) => void | Promise<void>

/** Requests of one key in the running minute. */
export interface MinuteCounter {
  count(keyId: string): Promise<{ used: number; resetMs: number }>
  close(): Promise<void>
}

export interface LimitSources {
  readonly minutes: MinuteCounter
  /** Requests of this key in the running month, this one not counted. */
  readonly monthRequests: (keyId: string) => number
}

export function createAdmit({ minutes, monthRequests }: LimitSources): Admit {
  const running = new Map<string, number>()

  function holdPlace(keyId: string, { raw }: FastifyReply): void {
    // Who has left already will not leave again.
    if (raw.closed) return
    running.set(keyId, (running.get(keyId) ?? 0) + 1)
    raw.once('close', () => {
      const left = (running.get(keyId) ?? 1) - 1
      if (left > 0) running.set(keyId, left)
      else running.delete(keyId)
    })
  }

  async function admitWithin(key: ApiKey, reply: FastifyReply): Promise<void> {
    const { concurrentRequests, requestsPerMinute, requestsPerMonth } = key.limits
    if (requestsPerMinute !== undefined) {
      const { used, resetMs } = await minutes.count(key.id)
      const headers = rateHeaders(requestsPerMinute, used, resetMs)
      if (used > requestsPerMinute) {
        throw new PlatformError('rate_limited', `This key may make ${requestsPerMinute} requests a minute.`, {
          retryAfter: resetMs / 1000,
          headers,
        })
      }
      reply.headers(headers)
    }
    if (concurrentRequests === undefined && requestsPerMonth === undefined) return
    const now = running.get(key.id) ?? 0
    // What is running counts too: it is added to the month's count only when it ends.
    if (requestsPerMonth !== undefined && monthRequests(key.id) + now >= requestsPerMonth) {
      throw new PlatformError('quota_exceeded', `This key has used its ${requestsPerMonth} requests of this month.`)
    }
    if (concurrentRequests !== undefined && now >= concurrentRequests) {
      throw new PlatformError(
        'rate_limited',
        `This key has ${now} requests running; its limit is ${concurrentRequests} at a time.`,
        { retryAfter: 1 },
      )
    }
    holdPlace(key.id, reply)
  }

  return (key, reply) => (Object.keys(key.limits).length === 0 ? undefined : admitWithin(key, reply))
}

function rateHeaders(limit: number, used: number, resetMs: number): Record<string, string> {
  return {
    'x-ratelimit-limit-requests': String(limit),
    'x-ratelimit-remaining-requests': String(Math.max(0, limit - used)),
    'x-ratelimit-reset-requests': `${Math.ceil(resetMs / 1000)}s`,
  }
}
