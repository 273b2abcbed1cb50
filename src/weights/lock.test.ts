import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { progressOfHolder, tryLock } from './lock.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-lock-'))
  file = join(folder, 'x.lock')
})
afterEach(() => rm(folder, { recursive: true }))

const write = (pid: number, host: string) =>
  writeFile(file, JSON.stringify({ token: 'other', pid, host, done: 1, total: 2 }))
const deadPid = () => spawnSync('true').pid

it('has one holder at a time, whose progress others see', async () => {
  const lock = await tryLock(file)
  expect(await tryLock(file)).toBeUndefined()
  lock?.report({ done: 5, total: 10 })
  await expect.poll(() => progressOfHolder(file)).toMatchObject({ done: 5, total: 10 })
  await lock?.release()
  expect(await readdir(folder)).toEqual([])
  const next = await tryLock(file)
  expect(next).toBeDefined()
  await next?.release()
})

it('is had at once from a process that died here', async () => {
  await write(deadPid(), hostname())
  expect(progressOfHolder(file)).toBeUndefined()
  const lock = await tryLock(file)
  expect(lock).toBeDefined()
  await lock?.release()
})

it('is had from another machine only when that has been silent for long', async () => {
  await write(deadPid(), 'elsewhere')
  expect(await tryLock(file)).toBeUndefined()
  const before = new Date(Date.now() - 20_000)
  await utimes(file, before, before)
  const lock = await tryLock(file)
  expect(lock).toBeDefined()
  await lock?.release()
})

it('goes to one of many who all find it left behind', async () => {
  await write(deadPid(), hostname())
  const locks = (await Promise.all(Array.from({ length: 20 }, () => tryLock(file)))).filter(lock => lock !== undefined)
  expect(locks).toHaveLength(1)
  await locks[0]?.release()
})

it('tells who lost it to another', async () => {
  const lock = await tryLock(file)
  await write(process.pid, 'elsewhere')
  await expect.poll(() => lock?.lost.aborted).toBe(true)
  await lock?.release()
  expect(await readdir(folder)).toEqual(['x.lock'])
})
