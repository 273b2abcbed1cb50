import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { errorBody } from './support/error-body.ts'
import { startServer, type TestServer } from './support/server.ts'
import { watchStatements } from './support/statements.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.stop())

const metrics = async () => (await server.fetch('/metrics', { key: null })).text()

describe('health', () => {
  it('is told without a key', async () => {
    expect(await server.json('/health/live', { key: null })).toMatchObject({ status: 200, body: { status: 'live' } })
    expect(await server.json('/health/ready', { key: null })).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('is alive but not ready while the database is away', async () => {
    watchStatements(() => {
      throw new Error('secret of the database')
    })
    const ready = await server.json('/health/ready', { key: null })
    expect(ready.status).toBe(503)
    expect(ready.body).toEqual(errorBody('service_unavailable', 'The database does not answer.'))
    expect(ready.headers.get('retry-after')).toBe('5')
    expect((await server.fetch('/health/live')).status).toBe(200)
    expect((await server.fetch('/metrics')).status).toBe(200)
  })
})

describe('metrics', () => {
  it('count requests by family, route, method and status, never by raw path', async () => {
    await server.fetch('/v1/models/svc-asr')
    await server.fetch('/v1/models/a-name-of-nobody')
    await server.fetch('/nothing/here/a-secret')
    const line = (family: string, route: string, status: number) =>
      `medley_requests_total{family="${family}",route="${route}",method="GET",status="${status}"} `
    await expect.poll(metrics).toContain(line('none', 'unknown', 404))
    const text = await metrics()
    expect(text).toContain(`${line('models', '/v1/models/:model', 200)}1\n`)
    expect(text).toContain(`${line('models', '/v1/models/:model', 404)}1\n`)
    expect(text).not.toMatch(/a-name-of-nobody|a-secret/)
  })

  it('are of every kind that operators ask for', async () => {
    const response = await server.fetch('/metrics', { key: null })
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await response.text()
    expect(text).toMatch(/^medley_request_duration_seconds_bucket\{le="0\.005",family="\w+"\} \d+$/m)
    expect(text).toMatch(/^medley_request_duration_seconds_count\{family="none"\} \d+$/m)
    expect(text).toMatch(/^medley_open_streams 0$/m)
    expect(text).toMatch(/^# TYPE medley_tokens_total counter$/m)
    expect(text).toMatch(/^medley_queue_depth\{queue="files"\} 0$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds [\d.e-]+$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  })

  it.each([{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }])(
    'from elsewhere need an admin key: %j',
    async headers => {
      const ask = (key: string | null) => server.json('/metrics', { key, headers })
      const plain = await server.otherProject()
      for (const key of [null, 'mk-wrong', plain]) {
        const { status, body } = await ask(key)
        expect(status).toBe(401)
        expect(body).toEqual(errorBody('invalid_api_key', 'Incorrect API key provided'))
      }
      expect((await server.fetch('/metrics', { headers })).status).toBe(200)
    },
  )
})
