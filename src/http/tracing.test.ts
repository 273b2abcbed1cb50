import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PlatformError } from '../core/errors.ts'
import { timed } from '../core/trace.ts'
import { watchRequests } from './served.ts'
import { traceRequests } from './trace-requests.ts'
import { startTracing, type Tracing } from './tracing.ts'

interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[]
  readonly events?: readonly unknown[]
}
interface Delivery {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: WireSpan['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

const [internal, server, client] = [1, 2, 3]
const [unset, failed] = [0, 2]
const callerTrace = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function listen(collector: Server): Promise<string> {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  opened.push(() => {
    collector.closeAllConnections()
    collector.close()
  })
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
}

async function startCollector(status = 200) {
  const deliveries: Delivery[] = []
  const address = await listen(
    createServer(async (request, reply) => {
      expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
      deliveries.push((await json(request)) as Delivery)
      reply.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    }),
  )
  const resources = () => deliveries.flatMap(({ resourceSpans }) => resourceSpans)
  return {
    address,
    resources,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  }
}

async function startApp(tracing: Tracing | undefined, onServed = () => {}): Promise<FastifyInstance> {
  const app = Fastify()
  const watch = watchRequests(app, onServed)
  app.addHook('onRequest', async (request, reply) => watch(request, reply))
  traceRequests(app, tracing)
  app.get('/v1/things/:id', { config: { family: 'files' } }, async request => {
    request.model = 'svc-3.7-flash'
    return timed(request.trace, 'look it up', async part => {
      const call = part.open('POST upstream', { 'server.address': 'upstream' }, 'call')
      call.end()
      return call.headers
    })
  })
  app.get('/broken', async () => {
    throw new Error('a secret of ours')
  })
  app.get('/late', async () => {
    throw new PlatformError('upstream_timeout', 'Too late')
  })
  app.get('/refused', async () => {
    throw new PlatformError('rate_limited', 'Slow down')
  })
  app.get('/endless', (_request, reply) => {
    reply.hijack().raw.writeHead(200).write('first')
  })
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof PlatformError ? error.code : 'internal_error'
    reply.code({ upstream_timeout: 504, rate_limited: 429 }[known as string] ?? 500).send({})
  })
  opened.push(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

function attributesOf({ attributes }: { attributes: WireSpan['attributes'] }): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

async function ask(app: FastifyInstance, path: string, init: RequestInit = {}): Promise<Response> {
  const { port } = app.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`, init)
}

async function traced(path: string, init: RequestInit = {}) {
  const collector = await startCollector()
  const troubles: unknown[] = []
  const tracing = await startTracing(collector.address, '1.2.3', error => troubles.push(error))
  const served = Promise.withResolvers<void>()
  const app = await startApp(tracing, served.resolve)
  const response = await ask(app, path, init)
  const body = (await response.json()) as Record<string, string>
  await served.promise
  await tracing.close()
  expect(troubles).toEqual([])
  const spans = collector.spans()
  const root = spans.find(({ kind }) => kind === server)
  if (!root) throw new Error('no server span arrived')
  return { body, spans, root, attributes: attributesOf(root), resources: collector.resources() }
}

describe('tracing', () => {
  it('sends one server span a request, described by the conventions', async () => {
    const { root, attributes, resources, spans } = await traced('/v1/things/42?signature=secret', {
      headers: { 'x-request-id': 'req_1' },
    })
    expect(spans.filter(({ kind }) => kind === server)).toHaveLength(1)
    expect(root.name).toBe('GET /v1/things/:id')
    expect(root.status.code).toBe(unset)
    expect(attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/things/:id',
      'http.response.status_code': 200,
      'url.path': '/v1/things/42',
      'url.scheme': 'http',
      'medley.request_id': expect.stringMatching(/./),
      'medley.family': 'files',
      'medley.model': 'svc-3.7-flash',
    })
    expect(attributesOf(resources[0]?.resource ?? { attributes: [] })).toMatchObject({
      'service.name': 'medley',
      'service.version': '1.2.3',
    })
  })

  it("carries the operator's names for this server", async () => {
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=staging')
    vi.stubEnv('OTEL_SERVICE_NAME', 'medley-blue')
    const { resources } = await traced('/v1/things/42')
    vi.unstubAllEnvs()
    expect(attributesOf(resources[0]?.resource ?? { attributes: [] })).toMatchObject({
      'service.name': 'medley-blue',
      'deployment.environment.name': 'staging',
    })
  })

  it('joins the trace of the caller', async () => {
    const { root } = await traced('/v1/things/42', {
      headers: { traceparent: `00-${callerTrace}-${callerSpan}-01` },
    })
    expect([root.traceId, root.parentSpanId]).toEqual([callerTrace, callerSpan])
  })

  it('begins a trace of its own where the caller names none that is valid', async () => {
    const { root } = await traced('/v1/things/42', { headers: { traceparent: `00-${'0'.repeat(32)}-zz-01` } })
    expect(root.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
    expect(root.parentSpanId ?? '').toBe('')
  })

  it('times parts of a request and hands the trace on to other servers', async () => {
    const { spans, root, body } = await traced('/v1/things/42')
    const part = spans.find(({ kind }) => kind === internal)
    const call = spans.find(({ kind }) => kind === client)
    expect(part).toMatchObject({ name: 'look it up', traceId: root.traceId, parentSpanId: root.spanId })
    expect(call).toMatchObject({ name: 'POST upstream', traceId: root.traceId, parentSpanId: part?.spanId })
    expect(body).toEqual({ traceparent: `00-${root.traceId}-${call?.spanId}-01` })
  })

  it.each([
    ['/broken', 500, 'internal_error'],
    ['/late', 504, 'upstream_timeout'],
  ])('marks the failure of %s by its kind, without its text', async (path, status, type) => {
    const { root, attributes } = await traced(path)
    expect(root.status).toEqual({ code: failed })
    expect(attributes).toMatchObject({ 'http.response.status_code': status, 'error.type': type })
    expect(JSON.stringify(root)).not.toContain('secret')
  })

  it.each([
    ['/refused', 'GET /refused', 429],
    ['/nowhere', 'GET', 404],
  ])('does not take %s for a failure of the server', async (path, name, status) => {
    const { root, attributes } = await traced(path)
    expect([root.name, root.status.code]).toEqual([name, unset])
    expect(attributes).toMatchObject({ 'http.response.status_code': status })
    expect(attributes).not.toHaveProperty('error.type')
  })

  it('notes when the caller left before the end', async () => {
    const collector = await startCollector()
    const tracing = await startTracing(collector.address, '1.2.3')
    const served = Promise.withResolvers<void>()
    const app = await startApp(tracing, served.resolve)
    const caller = new AbortController()
    const response = await ask(app, '/endless', { signal: caller.signal })
    await response.body?.getReader().read()
    caller.abort()
    await served.promise
    await tracing.close()
    expect(attributesOf(collector.spans()[0] ?? { attributes: [] })).toMatchObject({ 'medley.caller_left': true })
  })

  it('keeps serving and stops in time when the collector never ends its answers', async () => {
    // A byte now and then, so that no timeout for silence applies.
    const drip = (_request: unknown, reply: ServerResponse) => {
      reply.writeHead(200)
      const timer = setInterval(() => reply.write(' '), 100)
      reply.once('close', () => clearInterval(timer))
    }
    const tracing = await startTracing(await listen(createServer(drip)), '1.2.3')
    const app = await startApp(tracing)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app, '/v1/things/42')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await app.close()
    const started = performance.now()
    await tracing.close()
    expect(performance.now() - started).toBeLessThan(2500)
  })

  it('tells once of a collector that refuses, however much it is sent', async () => {
    const troubles: unknown[] = []
    const collector = await startCollector(400)
    const tracing = await startTracing(collector.address, '1.2.3', error => troubles.push(error))
    for (let i = 0; i < 1200; i++) tracing.openRequest('GET', {}, {}).end()
    await tracing.close()
    expect(collector.resources().length).toBeGreaterThan(1)
    expect(troubles).toHaveLength(1)
  })

  it('is nothing at all where it is not asked for', async () => {
    const app = await startApp(undefined)
    const response = await ask(app, '/v1/things/42')
    expect(await response.json()).toEqual({})
  })
})
