import { describe, expect, it } from 'vitest'
import type { ApiKey, KeyRecords, Project, ProjectRecords } from '../core/keys.ts'
import { createKeys } from './keys.ts'

/** Records in memory that another process can change, with answers that can be held back. */
function records() {
  const stored = new Map<string, ApiKey>()
  const listeners = new Set<() => void>()
  const change = () => {
    for (const listener of listeners) listener()
  }
  let gate: Promise<void> = Promise.resolve()
  let failures = 0
  let loads = 0
  const keys: KeyRecords = {
    async insert(key) {
      stored.set(key.id, key)
      change()
    },
    async all() {
      loads++
      if (failures > 0) {
        failures--
        throw new Error('the database is away')
      }
      const answer = [...stored.values()]
      await gate
      return answer
    },
    find: async id => stored.get(id),
    findByHash: async hash => [...stored.values()].find(key => key.hash === hash),
    async revoke(id, at) {
      const key = stored.get(id)
      if (key) stored.set(id, { ...key, revokedAt: at })
      change()
      return key !== undefined
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    keys,
    change,
    loads: () => loads,
    failNext(count: number) {
      failures = count
    },
    /** Answers to `all` wait from now on; the function lets them go. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = Promise.resolve()
        resolve()
      }
    },
  }
}

const project: Project = { id: 'proj_1', name: 'default', createdAt: 0 }
const projects: ProjectRecords = {
  ensure: async () => project,
  all: async () => [project],
  find: async () => project,
}

async function create() {
  const store = records()
  const errors: unknown[] = []
  const service = await createKeys({ keys: store.keys, projects, now: () => 1, onRefreshError: e => errors.push(e) })
  return { ...store, service, errors }
}

describe('keys in memory', () => {
  it('do not come back with an answer that is older than their revocation', async () => {
    const { service, hold, change } = await create()
    const { key, secret } = await service.create({ name: 'x' })
    await expect.poll(() => service.authenticate(secret)).toMatchObject({ id: key.id })
    const letGo = hold()
    // Another key changed: a load begins, and its answer still holds ours.
    change()
    await Promise.resolve()
    const revoking = service.revoke(key.id)
    letGo()
    await revoking
    expect(await service.authenticate(secret)).toBeUndefined()
    service.close()
  })

  it('follow a revocation elsewhere though the first answers fail', async () => {
    const { service, keys, failNext, errors } = await create()
    const { key, secret } = await service.create({ name: 'x' })
    await Promise.resolve()
    failNext(1)
    await keys.revoke(key.id, 2)
    await expect.poll(() => service.authenticate(secret), { timeout: 2000 }).toBeUndefined()
    expect(errors).toHaveLength(1)
    service.close()
  })

  it('are loaded once for many changes that come together', async () => {
    const { service, change, loads } = await create()
    const before = loads()
    for (let n = 0; n < 100; n++) change()
    await new Promise(setImmediate)
    expect(loads() - before).toBe(1)
    service.close()
  })
})
