import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Served } from './served.ts'

export interface TokensSpent {
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
}

export interface Metrics {
  readonly onServed: (served: Served) => void
  /** A stream or socket was opened (1) or closed (-1). */
  readonly onStream: (change: 1 | -1) => void
  readonly onTokens: (model: string, spent: TokensSpent) => void
  /** Asked each time that somebody measures. */
  watchQueue(queue: string, depth: () => Promise<number>): void
  render(): Promise<{ contentType: string; text: string }>
}

/** A registry of its own: two servers in one process do not share counts. The event loop's lag is among the default metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'medley_requests_total',
    help: 'Requests by endpoint family, route, method and status',
    labelNames: ['family', 'route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'medley_request_duration_seconds',
    help: 'Time from the first header to the last byte of the reply',
    labelNames: ['family'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  const openStreams = new Gauge({
    name: 'medley_open_streams',
    help: 'Streams and sockets that are open now',
    registers,
  })
  const tokens = new Counter({
    name: 'medley_tokens_total',
    help: 'Tokens by model and kind (input, cached, output)',
    labelNames: ['model', 'kind'],
    registers,
  })
  const depths = new Map<string, () => Promise<number>>()
  new Gauge({
    name: 'medley_queue_depth',
    help: 'Work that is waiting or under way, by queue',
    labelNames: ['queue'],
    registers,
    async collect() {
      // While the database is away is when the other numbers are wanted most.
      for (const [queue, depth] of depths) this.set({ queue }, await depth().catch(() => Number.NaN))
    },
  })

  return {
    onServed({ family = 'none', route, method, status, milliseconds }) {
      requests.inc({ family, route, method, status })
      durations.observe({ family }, milliseconds / 1000)
    },
    onStream: change => openStreams.inc(change),
    onTokens(model, { inputTokens, cachedTokens, outputTokens }) {
      tokens.inc({ model, kind: 'input' }, inputTokens)
      tokens.inc({ model, kind: 'cached' }, cachedTokens)
      tokens.inc({ model, kind: 'output' }, outputTokens)
    },
    watchQueue: (queue, depth) => void depths.set(queue, depth),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
