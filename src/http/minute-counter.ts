import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { MinuteCounter } from './limits.ts'

const window = { duration: 60, points: Number.MAX_SAFE_INTEGER, keyPrefix: 'medley:minute' }

export function countInMemory(): MinuteCounter {
  return counterOver(new RateLimiterMemory(window), async () => {})
}

/** Shared by all replicas; while the server of the counts is away, each replica counts for itself. */
export async function countInRedis(url: string, onError: (error: Error) => void): Promise<MinuteCounter> {
  // Loaded here: people who count in memory do not pay for it.
  const { Redis } = await import('ioredis')
  const client = new Redis(url.replace(/^valkey/, 'redis'), {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
  })
  client.on('error', onError)
  await client.connect()
  const limiter = new RateLimiterRedis({
    ...window,
    storeClient: client,
    insuranceLimiter: new RateLimiterMemory(window),
  })
  return counterOver(limiter, async () => {
    client.disconnect()
  })
}

/** Each key has a limit of its own, so the library only counts; the comparison is ours. */
function counterOver(limiter: RateLimiterAbstract, close: () => Promise<void>): MinuteCounter {
  return {
    async count(keyId) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(keyId)
      return { used: consumedPoints, resetMs: msBeforeNext }
    },
    close,
  }
}
