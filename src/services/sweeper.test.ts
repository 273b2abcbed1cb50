import { describe, expect, it } from 'vitest'
import type { Blobs, StoredBlob } from '../core/blobs.ts'
import type { ResultRecords, StoredResult } from '../core/results.ts'
import { createSweeper, type Owner } from './sweeper.ts'

const hour = 3_600_000

/** A store in memory, with a clock that the test turns. */
function setUp() {
  let time = 100 * hour
  const kept = new Map<string, StoredBlob>()
  const results = new Map<string, StoredResult>()
  const blobs = {
    async *list() {
      yield* [...kept.values()]
    },
    async delete(name) {
      kept.delete(name)
    },
  } as Partial<Blobs> as Blobs
  const records = {
    expired: async (now, limit) => [...results.values()].filter(({ expiresAt }) => expiresAt <= now).slice(0, limit),
    async delete(id) {
      results.delete(id)
    },
  } as Partial<ResultRecords> as ResultRecords
  const owned = new Set<string>()
  const owner: Owner = async ids => new Set(ids.filter(id => owned.has(id)))
  const resultOwner: Owner = async ids => new Set(ids.filter(id => results.has(id)))
  const errors: unknown[] = []
  const sweeper = createSweeper({
    blobs,
    results: records,
    owners: { files: owner, texts: owner, results: resultOwner },
    now: () => time,
    onError: error => errors.push(error),
  })
  return {
    sweeper,
    blobs,
    errors,
    names: () => [...kept.keys()],
    resultIds: () => [...results.keys()],
    own: (id: string) => owned.add(id),
    put: (name: string) => kept.set(name, { name, bytes: 1, modifiedAt: time }),
    keepResult(id: string, expiresAt: number) {
      results.set(id, { id, projectId: '', contentType: '', filename: '', bytes: 1, createdAt: time, expiresAt })
      kept.set(`results/${id}`, { name: `results/${id}`, bytes: 1, modifiedAt: time })
    },
    pass(ms: number) {
      time += ms
      return time
    },
    now: () => time,
  }
}

describe('the sweeper', () => {
  it('removes results when their time is over, record and bytes', async () => {
    const { sweeper, keepResult, pass, now, names, resultIds } = setUp()
    keepResult('short', now() + hour)
    keepResult('long', now() + 12 * hour)
    pass(hour - 1)
    expect(await sweeper.sweep()).toEqual({ expired: 0, orphans: 0 })
    pass(1)
    expect(await sweeper.sweep()).toEqual({ expired: 1, orphans: 0 })
    expect(names()).toEqual(['results/long'])
    expect(resultIds()).toEqual(['long'])
  })

  it('removes any number of them in one go', async () => {
    const { sweeper, keepResult, pass, now, names } = setUp()
    for (let n = 0; n < 1001; n++) keepResult(`r${n}`, now() + 1)
    pass(1)
    expect(await sweeper.sweep()).toEqual({ expired: 1001, orphans: 0 })
    expect(names()).toEqual([])
  })

  it('removes bytes that nobody owns, but not before an upload could have ended', async () => {
    const { sweeper, put, own, pass, names } = setUp()
    for (const name of ['files/kept', 'texts/kept', 'files/lost', 'texts/lost', 'tmp/unfinished', 'strange/x'])
      put(name)
    own('kept')
    pass(hour - 1)
    expect(await sweeper.sweep()).toEqual({ expired: 0, orphans: 0 })
    put('files/arriving')
    pass(1)
    expect(await sweeper.sweep()).toEqual({ expired: 0, orphans: 4 })
    expect(names()).toEqual(['files/kept', 'texts/kept', 'files/arriving'])
  })

  it('goes on after a failure', async () => {
    const { sweeper, blobs, put, pass, names, errors } = setUp()
    put('files/lost')
    pass(2 * hour)
    const remove = blobs.delete
    blobs.delete = async () => {
      throw new Error('the disk is away')
    }
    sweeper.start(5)
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    blobs.delete = remove
    await expect.poll(names).toEqual([])
    await sweeper.stop()
  })

  it('has ended when it is stopped', async () => {
    const { sweeper, put, pass, names } = setUp()
    put('files/lost')
    pass(2 * hour)
    sweeper.start(hour)
    await sweeper.stop()
    expect(names()).toEqual([])
  })
})
