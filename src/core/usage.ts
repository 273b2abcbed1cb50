import type { Family } from './keys.ts'

/** What one key did with one model on one day. */
export interface UsageRow {
  /** UTC, `2026-11-15`. */
  readonly day: string
  readonly projectId: string
  readonly keyId: string
  readonly family: Family
  /** Empty for requests that name no model. */
  readonly model: string
  readonly requests: number
  readonly failures: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
}

export interface UsageQuery {
  readonly from?: string
  readonly to?: string
  readonly projectId?: string
  readonly keyId?: string
  readonly model?: string
}

export interface UsageRecords {
  /** Adds these counts to what is there. */
  add(rows: readonly UsageRow[]): Promise<void>
  list(query: UsageQuery): Promise<UsageRow[]>
  /** Requests of each key since that day. */
  requestsSince(day: string): Promise<Map<string, number>>
}
