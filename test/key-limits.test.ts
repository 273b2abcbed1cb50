import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyLimits } from '../src/core/keys.ts'
import { errorBody } from './support/error-body.ts'
import { holdUpload } from './support/held-request.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const keyWith = async (limits: KeyLimits) => (await server.platform.keys.create({ name: 'limited', limits })).secret
const ask = (key: string) => server.json('/v1/models', { key })
const askAtOnce = async (key: string, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => ask(key)))).map(({ status }) => status).sort()

describe('requests a minute', () => {
  it('lets so many in and no more, and says where one stands', async () => {
    const key = await keyWith({ requestsPerMinute: 3 })
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await ask(key)
      expect(status).toBe(200)
      expect(headers.get('x-ratelimit-limit-requests')).toBe('3')
      expect(headers.get('x-ratelimit-remaining-requests')).toBe(left)
      expect(headers.get('x-ratelimit-reset-requests')).toMatch(/^([1-9]|[1-5]\d|60)s$/)
    }
    const { status, headers, body } = await ask(key)
    expect(status).toBe(429)
    expect(body).toEqual(errorBody('rate_limited', 'This key may make 3 requests a minute.'))
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(headers.get('x-ratelimit-limit-requests')).toBe('3')
    expect(headers.get('x-ratelimit-remaining-requests')).toBe('0')
    expect(headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/)
  })

  it('counts what comes at once', async () => {
    expect(await askAtOnce(await keyWith({ requestsPerMinute: 4 }), 10)).toEqual([
      ...Array(4).fill(200),
      ...Array(6).fill(429),
    ])
  })

  it('counts each key by itself, and tells nothing where there is no limit', async () => {
    const [one, other] = [await keyWith({ requestsPerMinute: 1 }), await keyWith({ requestsPerMinute: 1 })]
    expect([(await ask(one)).status, (await ask(one)).status, (await ask(other)).status]).toEqual([200, 429, 200])
    expect((await ask(server.key)).headers.has('x-ratelimit-limit-requests')).toBe(false)
  })
})

describe('requests at a time', () => {
  it('turns away what is one too many, until one has ended', async () => {
    const key = await keyWith({ concurrentRequests: 2 })
    const held = [await holdUpload(server, key), await holdUpload(server, key)]
    const { status, headers, body } = await ask(key)
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('1')
    expect(body).toEqual(errorBody('rate_limited', 'This key has 2 requests running; its limit is 2 at a time.'))
    expect((await held[0]?.finish())?.status).toBe(200)
    await expect.poll(async () => (await ask(key)).status).toBe(200)
    held[1]?.leave()
    await expect.poll(() => askAtOnce(key, 2)).toEqual([200, 200])
  })
})

describe('requests a month', () => {
  it('are counted, and what is turned away is not', async () => {
    const key = await keyWith({ requestsPerMonth: 2, requestsPerMinute: 4 })
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 200])
    const { status, body } = await ask(key)
    expect(status).toBe(402)
    expect(body).toEqual(errorBody('quota_exceeded', 'This key has used its 2 requests of this month.'))
  })

  it('counts what is still running', async () => {
    const key = await keyWith({ requestsPerMonth: 2 })
    const held = [await holdUpload(server, key), await holdUpload(server, key)]
    expect((await ask(key)).status).toBe(402)
    for (const one of held) expect((await one.finish()).status).toBe(200)
    expect((await ask(key)).status).toBe(402)
  })

  it('is remembered over a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
    const first = await startServer({ folder })
    const { secret } = await first.platform.keys.create({ name: 'x', limits: { requestsPerMonth: 3 } })
    for (let n = 0; n < 2; n++) expect((await first.fetch('/v1/models', { key: secret })).status).toBe(200)
    await first.stop()

    const second = await startServer({ folder })
    const statuses = [
      await second.fetch('/v1/models', { key: secret }),
      await second.fetch('/v1/models', { key: secret }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 402])
    await second.stop()
    await rm(folder, { recursive: true })
  })
})
