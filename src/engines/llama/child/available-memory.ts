import { readFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where a container's limits stand, in the two versions of control groups. */
const groups = [
  { folder: '/sys/fs/cgroup', limit: 'memory.max', used: 'memory.current', cached: 'inactive_file' },
  {
    folder: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    used: 'memory.usage_in_bytes',
    cached: 'total_inactive_file',
  },
] as const

export type ReadText = (path: string) => string

/** What may still be taken: of the machine, and of the container that this runs in. */
export function availableMemory(
  free: () => number = freemem,
  read: ReadText = path => readFileSync(path, 'utf8'),
): number {
  return Math.min(free(), ...groups.map(group => leftIn(group, read)))
}

function leftIn({ folder, limit, used, cached }: (typeof groups)[number], read: ReadText): number {
  const total = numberIn(read, join(folder, limit))
  const taken = numberIn(read, join(folder, used))
  if (total === undefined || taken === undefined) return Number.POSITIVE_INFINITY
  // Files that are kept in memory only because there was room make room again.
  const statistics = textOf(read, join(folder, 'memory.stat')) ?? ''
  const reclaimable = Number(new RegExp(`^${cached} (\\d+)$`, 'm').exec(statistics)?.[1] ?? 0)
  return Math.max(0, total - taken + reclaimable)
}

function numberIn(read: ReadText, path: string): number | undefined {
  const text = textOf(read, path)?.trim()
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text)
}

function textOf(read: ReadText, path: string): string | undefined {
  try {
    return read(path)
  } catch {
    // There is no such group, or it has no limit.
    return undefined
  }
}
