import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { createDocsScript } from './docs-script.ts'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>Medley API</title>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. What it shows is described at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** Everything that would reach for a service of the vendor is off. The key lives in the open page and nowhere else. */
const settings = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  hideModels: true,
  defaultOpenAllTags: true,
  documentDownloadType: 'json',
}
const start = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})\n`

/**
 * The browser itself holds the page to this server: nothing is loaded from or sent to another origin. The script styles
 * its elements in place, draws icons from data URIs and plays received sound and pictures from blobs.
 */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const hidden = { schema: { hide: true } }
const shortly = 'public, max-age=3600'

/** The API, readable and callable in a browser without any network but this server. */
export function docsRoutes() {
  const script = createDocsScript()
  return (scope: FastifyInstance): void => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
      done()
    })
    scope.get('/docs', hidden, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .send(page),
    )
    scope.get('/docs/', hidden, (_request, reply) => reply.redirect('/docs', 308))
    scope.get('/docs/start.js', hidden, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', shortly).send(start),
    )
    scope.get('/docs/reference.js', hidden, async (request, reply) => {
      const { gzipped, etag } = await script()
      reply.headers({ 'cache-control': shortly, etag, vary: 'accept-encoding' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      reply.type('text/javascript; charset=utf-8')
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
        return reply.send(Readable.from([gzipped]).pipe(createGunzip()))
      }
      return reply.header('content-encoding', 'gzip').send(gzipped)
    })
  }
}
