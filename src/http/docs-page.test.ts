import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { docsRoutes } from './docs-page.ts'

const app = Fastify()
app.register(async scope => docsRoutes()(scope))
afterAll(() => app.close())

const script = { url: '/docs/reference.js', headers: { 'accept-encoding': 'gzip, br' } }

describe('the documentation page', () => {
  it('lets the browser load from and talk to this server only', async () => {
    const { headers } = await app.inject('/docs')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    const sources = policy.split(/;\s*/).flatMap(directive => directive.split(' ').slice(1))
    const accepted = ["'self'", "'none'", "'unsafe-inline'", 'data:', 'blob:']
    expect(sources.filter(source => !accepted.includes(source))).toEqual([])
  })

  it('names no other host and only what is served', async () => {
    const { body, headers } = await app.inject('/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).not.toMatch(/\w:\/\//)
    const assets = [...body.matchAll(/src="([^"]+)"/g)].map(([, path = '']) => path)
    expect(assets).toHaveLength(2)
    for (const path of assets) {
      const asset = await app.inject(path)
      expect(asset.statusCode).toBe(200)
      expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8')
      expect(asset.headers['cache-control']).toMatch(/max-age=\d+/)
    }
  })

  it('sends the script compressed, whole, and once to a browser that keeps it', async () => {
    const first = await app.inject(script)
    expect(first.headers['content-encoding']).toBe('gzip')
    const plain = await app.inject('/docs/reference.js')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(first.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(plain.body).toContain('createApiReference')

    const etag = String(first.headers.etag)
    const again = await app.inject({ ...script, headers: { ...script.headers, 'if-none-match': etag } })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  it('is found with a slash at the end, too', async () => {
    const { statusCode, headers } = await app.inject('/docs/')
    expect([statusCode, headers.location]).toEqual([308, '/docs'])
  })
})
