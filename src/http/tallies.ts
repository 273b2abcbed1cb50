import type { Registry } from 'prom-client'

type Labels = Readonly<Record<string, string | number>>

/** Metrics that every request touches: plain numbers, put into the library's words only when somebody looks. */
export interface Counts {
  /** The one with these labels, which are asked for when it is met for the first time. */
  of(parts: readonly [unknown, ...unknown[]], labels: () => Labels): Count
}

export interface Count {
  value: number
}

export function countsIn(registry: Registry, name: string, help: string): Counts {
  const counts: (Count & { readonly labels: Labels })[] = []
  const byPart = new Map<unknown, unknown>()
  register(registry, name, help, 'counter', () => counts)
  return {
    of(parts, labels) {
      // Part by part: to put them together into one name would cost more than to find it.
      let found = byPart
      const last = parts.length - 1
      for (let at = 0; at < last; at++) {
        let next = found.get(parts[at]) as Map<unknown, unknown> | undefined
        if (!next) {
          next = new Map()
          found.set(parts[at], next)
        }
        found = next
      }
      let count = found.get(parts[last]) as Count | undefined
      if (!count) {
        const made = { value: 0, labels: labels() }
        counts.push(made)
        found.set(parts[last], made)
        count = made
      }
      return count
    },
  }
}

/** How many values fell under each bound, by the value of one label. */
export function spreadIn(registry: Registry, name: string, help: string, label: string, bounds: readonly number[]) {
  const spreads = new Map<string, { readonly under: number[]; sum: number; count: number }>()
  register(registry, name, help, 'histogram', () =>
    [...spreads].flatMap(([of, { under, sum, count }]) => {
      let sofar = 0
      const labels = { [label]: of }
      const buckets = bounds.map((le, index) => {
        sofar += under[index] ?? 0
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: sofar }
      })
      return [
        ...buckets,
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    }),
  )
  return (of: string, value: number): void => {
    let spread = spreads.get(of)
    if (!spread) {
      spread = { under: bounds.map(() => 0), sum: 0, count: 0 }
      spreads.set(of, spread)
    }
    const index = bounds.findIndex(bound => value <= bound)
    if (index >= 0) spread.under[index] = (spread.under[index] ?? 0) + 1
    spread.sum += value
    spread.count += 1
  }
}

interface Line {
  readonly value: number
  readonly labels: Labels
  readonly metricName?: string
}

function register(
  registry: Registry,
  name: string,
  help: string,
  type: 'counter' | 'histogram',
  lines: () => readonly Line[],
): void {
  const metric = {
    name,
    get: async () => ({ name, help, type, aggregator: 'sum', values: lines() }),
  }
  registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
}
