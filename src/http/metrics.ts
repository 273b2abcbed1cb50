import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { WeightsState } from '../core/weights.ts'
import type { Served } from './served.ts'
import { countsIn, spreadIn } from './tallies.ts'

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
  /** Asked each time that somebody measures. */
  watchWeights(list: () => readonly { readonly name: string; readonly state: WeightsState }[]): void
  render(): Promise<{ contentType: string; text: string }>
}

/** A registry of its own: two servers in one process do not share counts. The event loop's lag is among the default metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = countsIn(registry, 'medley_requests_total', 'Requests by endpoint family, route, method and status')
  const observe = spreadIn(
    registry,
    'medley_request_duration_seconds',
    'Time from the first header to the last byte of the reply',
    'family',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  )
  const openStreams = new Gauge({
    name: 'medley_open_streams',
    help: 'Streams and sockets that are open now',
    registers,
  })
  const tokens = countsIn(registry, 'medley_tokens_total', 'Tokens by model and kind (input, cached, output)')
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
      requests.of([route, status, method, family], () => ({ family, route, method, status })).value += 1
      observe(family, milliseconds / 1000)
    },
    onStream: change => openStreams.inc(change),
    onTokens(model, { inputTokens, cachedTokens, outputTokens }) {
      const add = (kind: string, spent: number) => {
        tokens.of([model, kind], () => ({ model, kind })).value += spent
      }
      add('input', inputTokens)
      add('cached', cachedTokens)
      add('output', outputTokens)
    },
    watchWeights(list) {
      new Gauge({
        name: 'medley_weights_ratio',
        help: 'How much of the weights of built-in models is here: 0 to 1',
        labelNames: ['name'],
        registers,
        collect() {
          for (const { name, state } of list()) this.set({ name }, shareOf(state))
        },
      })
    },
    watchQueue: (queue, depth) => void depths.set(queue, depth),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

function shareOf(state: WeightsState): number {
  return state.state === 'ready' ? 1 : state.state === 'arriving' ? state.percent / 100 : 0
}
