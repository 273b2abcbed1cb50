import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from './support/error-body.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Made {
  id: string
  secret: string
}
const make = async (body: object) => (await server.json<Made>('/v1/admin/keys', { body })).body
const refused = errorBody('invalid_api_key', 'Incorrect API key provided')

describe('a key', () => {
  it.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['no word after Bearer', { authorization: 'Bearer ' }],
    ['an unknown secret', { authorization: 'Bearer mk-nobody-has-this-one' }],
    ['another scheme', { authorization: `Basic ${Buffer.from('user:password').toString('base64')}` }],
    ['the secret alone', { authorization: 'mk-test-admin-key-0123456789' }],
    ['two secrets', { authorization: 'Bearer mk-test-admin-key-0123456789 more' }],
    ['a right beginning', { authorization: 'Bearer mk-test-admin-key-012345678' }],
    ['a very long secret', { authorization: `Bearer ${'x'.repeat(10_000)}` }],
    ['the header of another dialect', { 'x-api-key': 'mk-test-admin-key-0123456789' }],
  ] as [string, Record<string, string>][])('is refused alike: %s', async (_, headers) => {
    const { status, body } = await server.json('/v1/models', { key: null, headers })
    expect(status).toBe(401)
    expect(body).toEqual(refused)
  })

  it('is refused before the body is read', async () => {
    const endless = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(1024)) })
    const response = await server.fetch('/v1/files', { method: 'POST', key: 'wrong', body: endless, duplex: 'half' })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(refused)
  })

  it('may be written with any case of Bearer and spare spaces', async () => {
    const headers = { authorization: `bEARER   ${server.key}  ` }
    expect((await server.fetch('/v1/models', { key: null, headers })).status).toBe(200)
  })

  it('is made with what was asked, and shows its secret once', async () => {
    const asked = { name: 'laptop', project: 'house', scopes: ['chat', 'models'], requests_per_minute: 7 }
    const { status, body } = await server.json<Made>('/v1/admin/keys', { body: asked })
    expect(status).toBe(200)
    const shown = {
      id: expect.stringMatching(/^key_[A-Za-z0-9]{16}$/),
      object: 'key',
      project_id: expect.stringMatching(/^proj_/),
      name: 'laptop',
      hint: `${body.secret.slice(0, 7)}…`,
      admin: false,
      scopes: ['chat', 'models'],
      requests_per_minute: 7,
      concurrent_requests: null,
      requests_per_month: null,
      created_at: expect.closeTo(Date.now() / 1000, -1),
      revoked_at: null,
    }
    expect(body).toEqual({ ...shown, secret: expect.stringMatching(/^mk-[A-Za-z0-9]{40}$/) })
    expect((await server.fetch('/v1/models', { key: body.secret })).status).toBe(200)

    const listed = await server.fetch('/v1/admin/keys')
    const text = await listed.text()
    expect(text).not.toContain(body.secret)
    expect(JSON.parse(text).data).toContainEqual(shown)
    const projects = await server.json<{ data: { name: string }[] }>('/v1/admin/projects')
    expect(projects.body.data.map(({ name }) => name)).toEqual(['default', 'house'])
  })

  it.each([
    [{}, 'name', '"name" is required.'],
    [{ name: '' }, 'name', '"name" must not be empty (got "").'],
    [{ name: 'x', scopes: [] }, 'scopes', '"scopes" must have at least 1 item (got an empty array).'],
    [
      { name: 'x', scopes: ['chat', 'chat'] },
      'scopes',
      '"scopes" must not hold the same item twice (got an array of 2).',
    ],
    [
      { name: 'x', scopes: ['admin'] },
      'scopes[0]',
      expect.stringMatching(/^"scopes\[0\]" must be one of "chat", .* \(got "admin"\)\.$/),
    ],
    [{ name: 'x', requests_per_minute: 0 }, 'requests_per_minute', '"requests_per_minute" must be at least 1 (got 0).'],
    [
      { name: 'x', requests_per_minute: '5' },
      'requests_per_minute',
      '"requests_per_minute" must be a whole number (got "5").',
    ],
    [{ name: 'x', admin: null }, 'admin', '"admin" must be true or false (got null).'],
  ])('is not made from %j', async (body, param, message) => {
    const reply = await server.json('/v1/admin/keys', { body })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual(errorBody('request_params_invalid', message, param))
  })

  it('with scopes reaches only those, and hears which', async () => {
    const { secret: key } = await make({ name: 'narrow', scopes: ['chat', 'models'] })
    expect((await server.fetch('/v1/models', { key })).status).toBe(200)
    const files = await server.json('/v1/files', { key })
    expect(files.status).toBe(403)
    const message = 'This key may not use "files"; its scopes are chat, models.'
    expect(files.body).toEqual(errorBody('permission_denied', message))
  })

  it.each(['/v1/admin/keys', '/v1/admin/projects', '/v1/admin/usage'])('must be an admin key for %s', async path => {
    const { secret: key } = await make({ name: 'plain' })
    const { status, body } = await server.json(path, { key })
    expect(status).toBe(403)
    expect(body).toEqual(errorBody('permission_denied', 'This key may not use "admin"; that needs an admin key.'))
    const { secret: admin } = await make({ name: 'second admin', admin: true })
    expect((await server.fetch(path, { key: admin })).status).toBe(200)
  })

  it('stops with the very next request when it is revoked, and stays listed', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, secret: key } = await make({ name: 'short-lived' })
      expect((await server.fetch('/v1/models', { key })).status).toBe(200)
      const revoked = await server.json(`/v1/admin/keys/${id}`, { method: 'DELETE' })
      expect(revoked.body).toMatchObject({ id, revoked_at: expect.closeTo(Date.now() / 1000, -1) })
      expect((await server.fetch('/v1/models', { key })).status).toBe(401)
    }
  })

  it('keeps the time of its first revocation', async () => {
    const { id } = await make({ name: 'twice' })
    const first = await server.json(`/v1/admin/keys/${id}`, { method: 'DELETE' })
    const second = await server.json(`/v1/admin/keys/${id}`, { method: 'DELETE' })
    expect(second).toMatchObject({ status: 200, body: first.body })
  })

  it('that nobody has can not be revoked', async () => {
    const { status, body } = await server.json('/v1/admin/keys/key_absent', { method: 'DELETE' })
    expect(status).toBe(404)
    expect(body).toEqual(errorBody('not_found', 'There is no key "key_absent".'))
  })
})
