import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countInRedis } from '../../src/http/minute-counter.ts'
import { startServer, type TestServer } from '../support/server.ts'

const program = ['valkey-server', 'redis-server'].find(name => spawnSync(name, ['--version']).status === 0)
if (!program)
  process.stderr.write('\n*** SKIPPED: shared limits were not tested: no valkey-server, no redis-server ***\n\n')

describe.skipIf(!program)('limits that servers share', () => {
  let folder: string
  let port: number
  let counts: ChildProcess
  let servers: TestServer[]

  async function startCounts(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    counts = spawn(program ?? '', options, { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of counts.stdout ?? []) if (/Ready to accept connections/.test(String(line))) return
  }
  async function stopCounts(): Promise<void> {
    counts.kill('SIGKILL')
    await once(counts, 'close')
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
    port = await freePort()
    await startCounts()
    const config = `limits: redis://127.0.0.1:${port}\n`
    // One folder: the two know the same keys.
    servers = [await startServer({ folder, config }), await startServer({ folder, config })]
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop()
    await stopCounts()
    await rm(folder, { recursive: true })
  })

  const makeKey = async (requestsPerMinute: number) =>
    (await servers[0]?.platform.keys.create({ name: 'shared', limits: { requestsPerMinute } }))?.secret ?? ''
  const askInTurn = async (key: string, count: number) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n++) {
      const response = await servers[n % 2]?.fetch('/v1/models', { key })
      statuses.push(response?.status ?? 0)
    }
    return statuses
  }

  it('are one count', async () => {
    expect(await askInTurn(await makeKey(4), 6)).toEqual([200, 200, 200, 200, 429, 429])
  })

  it('are each server’s own while the counts stand still, and nobody waits long', async () => {
    const key = await makeKey(2)
    counts.kill('SIGSTOP')
    const began = performance.now()
    expect(await askInTurn(key, 6)).toEqual([200, 200, 200, 200, 429, 429])
    expect(performance.now() - began).toBeLessThan(4000)
    counts.kill('SIGCONT')
  })

  it('are each server’s own while the counts are gone, and shared again when they are back', async () => {
    await stopCounts()
    expect(await askInTurn(await makeKey(2), 6)).toEqual([200, 200, 200, 200, 429, 429])
    await startCounts()
    await expect
      .poll(async () => askInTurn(await makeKey(2), 4), { timeout: 15_000, interval: 200 })
      .toEqual([200, 200, 429, 429])
  })

  it('are no reason not to start', async () => {
    const errors: Error[] = []
    const counter = await countInRedis(`redis://127.0.0.1:${await freePort()}`, error => errors.push(error))
    expect((await counter.count('key_1')).used).toBe(1)
    expect((await counter.count('key_1')).used).toBe(2)
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('ECONNREFUSED')])
    await counter.close()
  })
})

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}
