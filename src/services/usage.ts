import type { Family } from '../core/keys.ts'
import type { UsageQuery, UsageRecords, UsageRow } from '../core/usage.ts'

export interface UsageEvent {
  readonly projectId: string
  readonly keyId: string
  readonly family: Family
  readonly model: string
  readonly requests?: number
  readonly failures?: number
  readonly inputTokens?: number
  readonly cachedTokens?: number
  readonly outputTokens?: number
}

export interface Usage {
  /** Counted in memory at once; written in batches. */
  record(event: UsageEvent): void
  /** Requests of the running month (UTC). Exact here; other replicas' counts arrive every few seconds. */
  monthRequests(keyId: string): number
  list(query: UsageQuery): Promise<UsageRow[]>
  flush(): Promise<void>
  close(): Promise<void>
}

export interface UsageParts {
  readonly records: UsageRecords
  readonly now: () => number
  readonly flushMs?: number
  readonly onFlushError: (error: unknown) => void
}

type Place = Pick<UsageRow, 'projectId' | 'keyId' | 'family' | 'model'>
/** A row that still grows. */
type Counted = { -readonly [field in keyof UsageRow]: UsageRow[field] }

/** Databases take only so many values in a statement. */
const rowsAtOnce = 500
const refreshMs = 5000

export async function createUsage({ records, now, flushMs = 1000, onFlushError }: UsageParts): Promise<Usage> {
  let pending = new Map<string, Counted>()
  /** The row that grew last, which is mostly the one that grows next. */
  let latest: Counted | undefined
  let month = monthOf(now())
  let monthCounts = await records.requestsSince(`${month}-01`)

  let refreshedAt = now()

  let dayEnds = 0
  let day = ''
  /** Asked for with each request; written out once a day. */
  function today(): string {
    const time = now()
    if (time >= dayEnds || time < dayEnds - dayMs) {
      day = new Date(time).toISOString().slice(0, 10)
      dayEnds = Date.parse(day) + dayMs
    }
    return day
  }

  function record(event: UsageEvent): void {
    const day = today()
    if (!day.startsWith(month)) {
      month = day.slice(0, 7)
      monthCounts = new Map()
    }
    const requests = event.requests ?? 0
    monthCounts.set(event.keyId, (monthCounts.get(event.keyId) ?? 0) + requests)

    count(day, event)
  }

  function count(day: string, event: UsageEvent): void {
    const row = rowFor(day, event)
    row.requests += event.requests ?? 0
    row.failures += event.failures ?? 0
    row.inputTokens += event.inputTokens ?? 0
    row.cachedTokens += event.cachedTokens ?? 0
    row.outputTokens += event.outputTokens ?? 0
  }

  function rowFor(day: string, { projectId, keyId, family, model }: Place): Counted {
    const isLatest = latest?.keyId === keyId && latest.family === family && latest.model === model && latest.day === day
    if (latest && isLatest) return latest
    const place = `${keyId}\n${family}\n${model}\n${day}`
    let row = pending.get(place)
    if (!row) {
      const nothing = { requests: 0, failures: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 }
      row = { day, projectId, keyId, family, model, ...nothing }
      pending.set(place, row)
    }
    latest = row
    return row
  }

  /** Puts back what could not be written. */
  function restore(rows: readonly UsageRow[]): void {
    for (const { day, ...counts } of rows) count(day, counts)
  }

  async function write(): Promise<void> {
    const rows = [...pending.values()]
    pending = new Map()
    latest = undefined
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      try {
        await records.add(rows.slice(at, at + rowsAtOnce))
      } catch (error) {
        restore(rows.slice(at))
        throw error
      }
    }
    if (Math.abs(now() - refreshedAt) >= refreshMs) await refresh()
  }

  /** What other replicas have counted. It reads the whole month, so not with every write. */
  async function refresh(): Promise<void> {
    const asked = month
    const fresh = await records.requestsSince(`${asked}-01`)
    refreshedAt = now()
    // A new month may have begun meanwhile.
    if (asked !== month) return
    for (const { day, keyId, requests } of pending.values()) {
      if (day.startsWith(month)) fresh.set(keyId, (fresh.get(keyId) ?? 0) + requests)
    }
    monthCounts = fresh
  }

  // Flushes follow one another, so that a batch is never counted twice.
  let last: Promise<void> = Promise.resolve()
  const flush = () => {
    last = last.then(write)
    const settled = last
    last = last.catch(() => undefined)
    return settled
  }
  const timer = setInterval(() => void flush().catch(onFlushError), flushMs)
  timer.unref()

  return {
    record,
    monthRequests: keyId => (month === monthOf(now()) ? (monthCounts.get(keyId) ?? 0) : 0),
    async list(query) {
      await flush()
      return records.list(query)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const dayMs = 86_400_000

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7)
}
