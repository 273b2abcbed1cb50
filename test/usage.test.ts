import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Row {
  family: string
  requests: number
}
const usage = async (query: string) => (await server.json<{ data: Row[] }>(`/v1/admin/usage?${query}`)).body
const today = () => new Date().toISOString().slice(0, 10)
const none = { model: '', input_tokens: 0, cached_tokens: 0, output_tokens: 0 }

describe('usage', () => {
  it('counts requests and failures by key, family and day', async () => {
    const { key, secret } = await server.platform.keys.create({ name: 'counted', project: 'counted' })
    for (let n = 0; n < 3; n++) await server.fetch('/v1/models', { key: secret })
    await server.fetch('/v1/models/absent', { key: secret })
    await server.fetch('/v1/files', { key: secret })
    // Refused: the key may not, so it has used nothing.
    await server.fetch('/v1/admin/keys', { key: secret })

    const row = { day: today(), project_id: key.projectId, key_id: key.id, ...none }
    await expect
      .poll(() => usage(`key_id=${key.id}`))
      .toEqual({
        object: 'list',
        data: [
          { ...row, family: 'files', requests: 1, failures: 0 },
          { ...row, family: 'models', requests: 4, failures: 1 },
        ],
      })
  })

  it('counts nothing that was turned away by a limit', async () => {
    const { key, secret } = await server.platform.keys.create({ name: 'eager', limits: { requestsPerMinute: 1 } })
    for (let n = 0; n < 5; n++) await server.fetch('/v1/models', { key: secret })
    await expect.poll(() => usage(`key_id=${key.id}`)).toMatchObject({ data: [{ requests: 1, failures: 0 }] })
  })

  it('is found by project, model and days', async () => {
    const { key, secret } = await server.platform.keys.create({ name: 'found', project: 'found' })
    await server.fetch('/v1/models', { key: secret })
    const found = async (query: string) => (await usage(query)).data.length
    await expect.poll(() => found(`project_id=${key.projectId}`)).toBe(1)
    expect(await found(`key_id=${key.id}&from=${today()}&to=${today()}`)).toBe(1)
    expect(await found(`key_id=${key.id}&to=2020-01-01`)).toBe(0)
    expect(await found(`key_id=${key.id}&from=2999-01-01`)).toBe(0)
    expect(await found(`key_id=${key.id}&model=svc-3.7-flash`)).toBe(0)
    expect(await found('project_id=absent')).toBe(0)
  })

  it('refuses what is no day', async () => {
    const { status, body } = await server.json('/v1/admin/usage?from=yesterday')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { param: 'from', message: '"from" must be a day such as 2026-11-15 (got "yesterday").' },
    })
  })
})
