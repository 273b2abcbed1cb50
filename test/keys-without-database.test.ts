import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'
import { watchStatements } from './support/statements.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.stop())

const aboutKeys = (sql: string) => /"(keys|projects)"/.test(sql)

const byHash = (sql: string) => /"hash" = /.test(sql)

describe('a known key', () => {
  it('costs no statement', async () => {
    const { secret } = await server.platform.keys.create({ name: 'hot', limits: { requestsPerMonth: 1000 } })
    expect((await server.fetch('/v1/models', { key: secret })).status).toBe(200)
    const statements = watchStatements()
    for (let n = 0; n < 30; n++) expect((await server.fetch('/v1/models', { key: secret })).status).toBe(200)
    // The news of the new key may still arrive, once, from a database that is a server of its own.
    expect(statements.filter(aboutKeys).length).toBeLessThanOrEqual(1)
    expect(statements.filter(byHash)).toEqual([])
    // The watch does see what an unknown key costs.
    await server.fetch('/v1/models', { key: 'mk-unknown' })
    expect(statements.filter(byHash)).toHaveLength(1)
  })

  it('works while the database does not', async () => {
    watchStatements(() => {
      throw new Error('the database is away')
    })
    expect((await server.fetch('/v1/models')).status).toBe(200)
    const unknown = await server.json('/v1/models', { key: 'mk-unknown' })
    expect(unknown.status).toBe(500)
    expect(JSON.stringify(unknown.body)).not.toContain('database')
  })
})
