import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { medley } from './support/command-line.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const within = { timeout: 1000, interval: 20 }
const statusWith = async (key: string) => (await server.fetch('/v1/models', { key })).status

describe('a key that another process', () => {
  it('made works at once', async () => {
    const made = await medley(server.folder, ['keys', 'create', '--name', 'elsewhere', '--json'])
    expect(made).toMatchObject({ code: 0, errors: '' })
    const { secret } = JSON.parse(made.output)
    // Not even once refused: an unknown secret is looked up before it is turned away.
    expect(await statusWith(secret)).toBe(200)
  })

  it('revoked stops within a second', async () => {
    const { key, secret } = await server.platform.keys.create({ name: 'revoked elsewhere' })
    expect(await statusWith(secret)).toBe(200)
    const revoked = await medley(server.folder, ['keys', 'revoke', key.id, '--json'])
    expect(revoked).toMatchObject({ code: 0, errors: '' })
    expect(JSON.parse(revoked.output)).toMatchObject({ id: key.id, revokedAt: expect.any(Number) })
    await expect.poll(() => statusWith(secret), within).toBe(401)
  })
})
