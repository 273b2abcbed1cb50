import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Random, randomFrom, seedFor } from '../support/seed.ts'
import { freePort, type ServeProcess, startServing } from '../support/serve-process.ts'
import { type Caller, callerOf } from './kill/caller.ts'
import { type SampleFile, sampleFile } from './kill/sample-files.ts'
import { sweepAndLook } from './kill/sweep.ts'

const rounds = 20
const uploaders = 5
const uploadsEach = 5
const key = 'mk-kill-test-0123456789'
const seed = seedFor('kill -9')

let folder: string
let server: ServeProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-kill-'))
})
afterAll(async () => {
  await server?.kill()
  await rm(folder, { recursive: true })
})

it(`loses nothing that was acknowledged in ${rounds} kills during uploads`, async () => {
  const random = randomFrom(seed)
  const port = await freePort()
  const kept = new Map<string, SampleFile>()
  const deleted = new Set<string>()
  const secrets: string[] = []
  let cutOff = 0

  for (let round = 0; round < rounds; round++) {
    server = await startServing(folder, port, key)
    const caller = callerOf(server.url, key)
    await checkListed(caller, kept, deleted)
    for (const secret of secrets) await callerOf(server.url, secret).list()

    const fresh: string[] = []
    const work = Promise.allSettled([
      ...Array.from({ length: uploaders }, async () => {
        const own = randomFrom(random(2 ** 32))
        for (let n = 0; n < uploadsEach; n++) {
          const file = sampleFile(own)
          const answer = await caller.upload(file, own)
          if (!answer) {
            cutOff++
            return
          }
          kept.set(answer.id, file)
          fresh.push(answer.id)
        }
      }),
      deleteSome(caller, kept, deleted, randomFrom(random(2 ** 32))),
      caller.createKey(`round ${round}`).then(answer => answer && secrets.push(answer.secret)),
    ])
    await untilSome(fresh, random(uploaders * 3))
    await sleep(random(60))
    await server.kill()
    server = undefined
    for (const outcome of await work) if (outcome.status === 'rejected') throw outcome.reason
    for (const id of fresh) if (kept.has(id)) await checkBlob(id, kept.get(id))
  }
  // Else the kills came before or after everything, and have shown nothing.
  expect(cutOff).toBeGreaterThan(rounds)
  expect(kept.size).toBeGreaterThan(rounds)
  expect(deleted.size).toBeGreaterThan(0)
  expect(secrets.length).toBeGreaterThan(rounds / 2)

  server = await startServing(folder, port, key)
  const caller = callerOf(server.url, key)
  await checkListed(caller, kept, deleted)
  await untilParsed(caller)
  for (const [id, file] of kept) {
    await checkBlob(id, file)
    if (file.purpose === 'file-extract') expect(await caller.text(id)).toBe(file.bytes.toString())
  }
  expect(await server.stop()).toBe(0)
  server = undefined

  const { orphans, records, blobs } = await sweepAndLook(folder)
  expect(orphans).toBeGreaterThan(0)
  for (const { id, sha256 } of records) expect(await sha256Of(id)).toBe(sha256)
  const wanted = records.flatMap(({ id, status, parsed }) => [
    `files/${id}`,
    ...(parsed && status === 'success' ? [`texts/${id}`] : []),
  ])
  expect(blobs.toSorted()).toEqual(wanted.toSorted())
  expect(await readdir(join(folder, 'blobs', 'tmp'))).toEqual([])
  process.stdout.write(
    `${kept.size} kept, ${deleted.size} deleted, ${cutOff} cut off, ${orphans} orphans swept, ${records.length} records\n`,
  )
}, 600_000)

/** Counted in what is done, not in time: so that kills are spread over the uploads on slow machines too. */
async function untilSome(done: readonly string[], wanted: number): Promise<void> {
  const deadline = Date.now() + 10_000
  while (done.length < wanted && Date.now() < deadline) await sleep(2)
}

async function deleteSome(
  caller: Caller,
  kept: Map<string, SampleFile>,
  deleted: Set<string>,
  random: Random,
): Promise<void> {
  for (let n = 0; n < 3 && kept.size > 0; n++) {
    await sleep(random(200))
    const id = [...kept.keys()][random(kept.size)] ?? ''
    // Whether it is still there when no answer comes is open: nothing is expected of it any more.
    kept.delete(id)
    if (!(await caller.delete(id))) return
    deleted.add(id)
  }
}

async function checkListed(
  caller: Caller,
  kept: ReadonlyMap<string, SampleFile>,
  deleted: ReadonlySet<string>,
): Promise<void> {
  const listed = new Set((await caller.list()).map(({ id }) => id))
  expect(
    [...kept.keys()].filter(id => !listed.has(id)),
    'acknowledged and lost',
  ).toEqual([])
  expect(
    [...deleted].filter(id => listed.has(id)),
    'deleted and back',
  ).toEqual([])
}

async function checkBlob(id: string, file: SampleFile | undefined): Promise<void> {
  expect(await sha256Of(id), `the bytes of ${id}, ${file?.filename}`).toBe(file?.sha256)
}

async function sha256Of(id: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, 'blobs', 'files', id)))
    .digest('hex')
}

/** A file whose parser was killed is taken up again when its lease has run out. */
async function untilParsed(caller: Caller): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const files = await caller.list()
    expect(files.filter(({ status }) => status === 'error')).toEqual([])
    const waiting = files.filter(({ status }) => status === 'processed')
    if (waiting.length === 0) return
    if (Date.now() > deadline) throw new Error(`${waiting.length} files are never parsed`)
    await sleep(100)
  }
}
