import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { MinuteCounter } from './limits.ts'

/** Each key has a limit of its own, so the library only counts; the comparison is ours. */
const window = { duration: 60, points: Number.MAX_SAFE_INTEGER, keyPrefix: 'medley:minute' }

/** Requests wait for the shared counts: no longer than this, and not at all for a while after they had to. */
const answerMs = 500
const pauseMs = 2000

export function countInMemory(): MinuteCounter {
  const limiter = new RateLimiterMemory(window)
  return { count: keyId => countWith(limiter, keyId), close: async () => {} }
}

/** Shared by all replicas; while the server of the counts is away, each replica counts for itself. */
export async function countInRedis(url: string, onAway: (error: Error) => void): Promise<MinuteCounter> {
  const client = await redisClient(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
  })
  const shared = new RateLimiterRedis({ ...window, storeClient: client })
  const own = new RateLimiterMemory(window)
  let pausedUntil = 0
  let isAway = false
  const away = (error: Error) => {
    pausedUntil = performance.now() + pauseMs
    // Told once: the client tries again and again.
    if (!isAway) onAway(error)
    isAway = true
  }
  client.on('error', away)
  client.on('ready', () => {
    pausedUntil = 0
    isAway = false
  })
  // Limits that are out of reach are no reason not to serve.
  await client.connect().catch(away)

  return {
    async count(keyId) {
      if (performance.now() < pausedUntil) return countWith(own, keyId)
      try {
        return await countWith(shared, keyId)
      } catch (error) {
        away(error as Error)
        return countWith(own, keyId)
      }
    },
    async close() {
      client.disconnect()
    },
  }
}

/** Throws what is wrong with the server of the shared counts. */
export async function checkRedis(url: string): Promise<void> {
  const client = await redisClient(url, { retryStrategy: () => null })
  let reason: Error | undefined
  client.on('error', error => {
    reason = error
  })
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    throw reason ?? error
  } finally {
    client.disconnect()
  }
}

async function redisClient(url: string, options: object) {
  // Loaded here: people who count in memory do not pay for it.
  const { Redis } = await import('ioredis')
  return new Redis(url.replace(/^valkey/, 'redis'), { lazyConnect: true, connectTimeout: 2000, ...options })
}

async function countWith(limiter: RateLimiterAbstract, keyId: string): Promise<{ used: number; resetMs: number }> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(keyId)
  return { used: consumedPoints, resetMs: msBeforeNext }
}
