import type { Blobs } from '../core/blobs.ts'
import type { ResultRecords } from '../core/results.ts'

/** Knows which ids of its folder still have a record. */
export type Owner = (ids: readonly string[]) => Promise<Set<string>>

export interface SweeperParts {
  readonly blobs: Blobs
  readonly results: ResultRecords
  /** By the first part of a blob's name. What no owner claims goes. */
  readonly owners: Readonly<Record<string, Owner>>
  readonly now: () => number
  /** A blob is written before its record: younger ones than this are left alone. */
  readonly graceMs?: number
  readonly onError: (error: unknown) => void
}

export interface Sweeper {
  /** Removes what has expired and what a crash left behind; says how much. */
  sweep(): Promise<{ expired: number; orphans: number }>
  start(everyMs?: number): void
  stop(): Promise<void>
}

const batch = 200

export function createSweeper(parts: SweeperParts): Sweeper {
  const { blobs, results, owners, now, graceMs = 3_600_000, onError } = parts
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function removeExpired(): Promise<number> {
    let removed = 0
    for (;;) {
      const expired = await results.expired(now(), batch)
      for (const { id } of expired) {
        // The blob first: a crash in between leaves a record, which the next sweep finds again.
        await blobs.delete(`results/${id}`)
        await results.delete(id)
      }
      removed += expired.length
      if (expired.length < batch) return removed
    }
  }

  async function removeOrphans(): Promise<number> {
    let removed = 0
    let waiting: string[] = []
    const settle = async () => {
      const orphans = await withoutOwner(waiting)
      for (const name of orphans) await blobs.delete(name)
      removed += orphans.length
      waiting = []
    }
    for await (const { name, modifiedAt } of blobs.list()) {
      if (now() - modifiedAt < graceMs) continue
      waiting.push(name)
      if (waiting.length >= batch) await settle()
    }
    await settle()
    return removed
  }

  async function withoutOwner(names: readonly string[]): Promise<string[]> {
    const byFolder = Map.groupBy(names, name => name.split('/')[0] ?? '')
    const orphans: string[] = []
    for (const [folder, members] of byFolder) {
      const owner = owners[folder]
      const alive = owner ? await owner(members.map(idOf)) : new Set<string>()
      orphans.push(...members.filter(name => !alive.has(idOf(name))))
    }
    return orphans
  }

  const sweep = async () => ({ expired: await removeExpired(), orphans: await removeOrphans() })
  return {
    sweep,
    start(everyMs = 600_000) {
      const run = () => {
        running = running.then(sweep).catch(onError)
      }
      timer = setInterval(run, everyMs)
      timer.unref()
      run()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** `texts/file-0123456789` → `file-0123456789`. */
function idOf(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}
