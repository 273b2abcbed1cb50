import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from './failure.ts'
import type { OpenWeights } from './weights.ts'

export interface StarterEvents {
  onBegin(names: readonly string[]): void
  onArrived(name: string): void
  onFailure(name: string, reason: string, nextSeconds: number): void
}

const firstWaitMs = 5_000
const longestWaitMs = 300_000

/** Fetches the starter set one after another, for as long as it takes. Never throws. */
export function fetchStarterSet(
  weights: OpenWeights,
  events: StarterEvents,
  waitMs = firstWaitMs,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const lacking = weights
    .list()
    .filter(({ entry, state }) => entry.starter && state.state !== 'ready')
    .map(({ entry }) => entry.name)
  for (const name of lacking) weights.expect(name)

  const work = async () => {
    let left = lacking
    for (let wait = waitMs; left.length > 0 && !signal.aborted; wait = Math.min(longestWaitMs, wait * 2)) {
      const failed: string[] = []
      for (const name of left) {
        if (signal.aborted) return
        // Removed by somebody meanwhile: then they are not wanted.
        if (weights.state(name).state === 'absent') continue
        try {
          await weights.pull(name)
          events.onArrived(name)
        } catch (error) {
          if (signal.aborted || weights.state(name).state === 'absent') continue
          failed.push(name)
          events.onFailure(name, reasonOf(error), Math.round(wait / 1000))
        }
      }
      left = failed
      if (left.length > 0) await sleep(wait * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    }
  }
  if (lacking.length > 0) events.onBegin(lacking)
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await weights.close()
      await working
    },
  }
}
