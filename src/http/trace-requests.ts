import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OpenTrace, type Trace, untraced } from '../core/trace.ts'
import { asPlatformError } from './errors.ts'
import { statusOf } from './status.ts'
import type { Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** This request as timed work: for its parts, and for the headers of calls to other servers. */
    readonly trace: Trace
  }
}

interface TracedRequest {
  readonly trace: OpenTrace
  error?: unknown
}

const slot = Symbol('trace')
interface Slotted {
  [slot]?: TracedRequest
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'QUERY'])

/**
 * Gives every request its trace. Where traces are collected, it is one server span, named and described by OpenTelemetry's
 * conventions for HTTP. Added before the routes.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
  app.decorateRequest(slot, null)
  app.decorateRequest('trace', {
    getter(this: FastifyRequest) {
      return (this as Slotted)[slot]?.trace ?? untraced
    },
  })
  if (!tracing) return

  app.addHook('onRequest', (request, reply, done) => {
    const traced: TracedRequest = { trace: openTrace(request, tracing) }
    Object.assign(request, { [slot]: traced })
    reply.raw.once('close', () => finish(traced, request, reply))
    done()
  })
  app.addHook('onError', (request, _reply, error, done) => {
    const traced = (request as Slotted)[slot]
    if (traced) traced.error = error
    done()
  })
}

function openTrace(request: FastifyRequest, tracing: Tracing): OpenTrace {
  const { url: route, config } = request.routeOptions
  const known = knownMethods.has(request.method)
  const method = known ? request.method : 'HTTP'
  return tracing.openRequest(route === undefined ? method : `${method} ${route}`, request.headers, {
    'http.request.method': known ? request.method : '_OTHER',
    'url.scheme': request.protocol,
    'url.path': request.url.split('?', 1)[0] ?? '',
    'medley.request_id': request.id,
    ...(route !== undefined && { 'http.route': route }),
    ...(config.family !== undefined && { 'medley.family': config.family }),
  })
}

function finish({ trace, error }: TracedRequest, request: FastifyRequest, { raw }: FastifyReply): void {
  const left = !raw.writableFinished && request.headers.upgrade === undefined
  trace.set({
    ...(raw.headersSent && { 'http.response.status_code': raw.statusCode }),
    ...(request.model && { 'medley.model': request.model }),
    ...(left && { 'medley.caller_left': true }),
  })
  // By the conventions, what the caller did wrong is no failure of the server.
  const status = request.failure ? statusOf[request.failure.code] : raw.statusCode
  if (raw.headersSent && status >= 500) trace.fail(request.failure ?? asPlatformError(error))
  trace.end()
}
