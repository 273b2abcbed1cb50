import { afterEach, describe, expect, it } from 'vitest'
import type { UsageRecords, UsageRow } from '../core/usage.ts'
import { createUsage, type Usage } from './usage.ts'

const start = Date.parse('2026-11-30T23:00:00Z')
const opened: Usage[] = []
afterEach(async () => {
  for (const usage of opened.splice(0)) await usage.close()
})

async function setUp() {
  let time = start
  let passing = 0
  let failures = 0
  let whileAsked = () => {}
  const rows: UsageRow[] = []
  const batches: number[] = []
  const records: UsageRecords = {
    async add(added) {
      if (passing > 0) passing--
      else if (failures > 0) {
        failures--
        throw new Error('the database is away')
      }
      batches.push(added.length)
      rows.push(...added)
    },
    list: async () => rows,
    async requestsSince(day) {
      const sums = new Map<string, number>()
      for (const row of rows) {
        if (row.day >= day) sums.set(row.keyId, (sums.get(row.keyId) ?? 0) + row.requests)
      }
      whileAsked()
      return sums
    },
  }
  const usage = await createUsage({ records, now: () => time, flushMs: 1_000_000, onFlushError: () => undefined })
  opened.push(usage)
  return {
    usage,
    rows,
    batches,
    request: (keyId = 'key_1') =>
      usage.record({ projectId: 'proj_1', keyId, family: 'chat', model: 'm', requests: 1, outputTokens: 10 }),
    elsewhere: (requests: number) =>
      rows.push({
        day: '2026-11-30',
        projectId: 'proj_1',
        keyId: 'key_1',
        family: 'chat',
        model: 'm',
        requests,
        failures: 0,
        inputTokens: 0,
        cachedTokens: 0,
        outputTokens: 0,
      }),
    pass(ms: number) {
      time += ms
    },
    failNext(count: number, after = 0) {
      passing = after
      failures = count
    },
    whileAsked(action: () => void) {
      whileAsked = action
    },
  }
}

const sum = (rows: readonly UsageRow[], field: 'requests' | 'outputTokens') =>
  rows.reduce((total, row) => total + row[field], 0)

describe('usage', () => {
  it('counts at once and writes later, in one row for one kind of use', async () => {
    const { usage, rows, request } = await setUp()
    for (let n = 0; n < 3; n++) request()
    expect(usage.monthRequests('key_1')).toBe(3)
    expect(rows).toEqual([])
    await usage.flush()
    expect(rows).toMatchObject([{ day: '2026-11-30', keyId: 'key_1', requests: 3, outputTokens: 30 }])
    await usage.flush()
    expect(rows).toHaveLength(1)
  })

  it('keeps what could not be written, and writes it once', async () => {
    const { usage, rows, request, failNext } = await setUp()
    request()
    failNext(2)
    await expect(usage.flush()).rejects.toThrow('the database is away')
    request()
    await expect(usage.flush()).rejects.toThrow('the database is away')
    expect(usage.monthRequests('key_1')).toBe(2)
    await usage.flush()
    expect(sum(rows, 'requests')).toBe(2)
    expect(sum(rows, 'outputTokens')).toBe(20)
  })

  it('writes any number of rows, some at a time', async () => {
    const { usage, rows, batches, request, failNext } = await setUp()
    for (let n = 0; n < 1200; n++) request(`key_${n}`)
    await usage.flush()
    expect(batches).toEqual([500, 500, 200])
    for (let n = 0; n < 1200; n++) request(`key_${n}`)
    failNext(1, 1)
    await expect(usage.flush()).rejects.toThrow()
    await usage.flush()
    expect(sum(rows, 'requests')).toBe(2400)
  })

  it('hears what others have counted, without forgetting its own', async () => {
    const { usage, request, elsewhere, pass } = await setUp()
    request()
    elsewhere(10)
    pass(5000)
    const flushed = usage.flush()
    request()
    await flushed
    expect(usage.monthRequests('key_1')).toBe(12)
  })

  it('begins each month with nothing', async () => {
    const { usage, request, elsewhere, pass, whileAsked } = await setUp()
    elsewhere(10)
    pass(5000)
    whileAsked(() => {
      whileAsked(() => {})
      pass(3_600_000)
      expect(usage.monthRequests('key_1')).toBe(0)
      request()
    })
    await usage.flush()
    expect(usage.monthRequests('key_1')).toBe(1)
    pass(5000)
    await usage.flush()
    expect(usage.monthRequests('key_1')).toBe(1)
  })
})
