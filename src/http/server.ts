import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { PlatformError } from '../core/errors.ts'
import type { Family } from '../core/keys.ts'
import { decorateCaller, type Gate, requireCaller } from './caller.ts'
import { answerBrokenRequests } from './client-errors.ts'
import type { DressFor } from './dress.ts'
import { sendError } from './errors.ts'
import { parseJsonBodies } from './json-body.ts'
import { watchRoutes } from './not-found.ts'
import { requestIdHeaders, requestIdOf } from './request-id.ts'
import { logByRequest } from './request-log.ts'
import { type Served, watchRequests } from './served.ts'
import { acceptSockets, isSocketRequest } from './socket-server.ts'
import { watchStreams } from './stream.ts'
import { nameIgnoredFields } from './unknown-fields.ts'
import { leaveUnreadBodies } from './unread-bodies.ts'
import { endIdleUploads } from './upload-idle.ts'
import { validateStrictly } from './validation.ts'

export interface ServerOptions {
  readonly logger: Logger
  readonly dressFor: DressFor
  readonly onServed: (served: Served) => void
  readonly onStream?: (change: 1 | -1) => void
  readonly headerMs: number
  readonly uploadIdleMs: number
  /** While true, requests on connections that are still open are turned away. */
  readonly isStopping: () => boolean
}

/** The server with all its plumbing and no endpoint. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { logger, dressFor, onServed, headerMs, uploadIdleMs, isStopping } = options
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: request => requestIdOf(request.headers),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: headerMs,
      requestTimeout: 0,
      connectionsCheckingInterval: 1000,
      // Node's own answer to a missing host is not in our dress; ours is below.
      requireHostHeader: false,
      shouldUpgradeCallback: isSocketRequest,
    },
    clientErrorHandler: answerBrokenRequests(dressFor('')),
    frameworkErrors: (error, request, reply) => {
      reply.headers(requestIdHeaders(request.id))
      sendError(error, request, reply, dressFor)
    },
  }) as unknown as FastifyInstance
  app.server.maxHeadersCount = 200
  // An expectation that we do not know may be ignored; Node's refusal would have no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  logByRequest(app)
  const whyNotFound = watchRoutes(app)
  const watch = watchRequests(app, onServed)
  const watchUpload = endIdleUploads(app, uploadIdleMs, dressFor)
  // One hook for all of them: each costs every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(requestIdHeaders(request.id))
    watch(request, reply)
    watchUpload(request, reply)
    if (isStopping()) reply.header('connection', 'close')
    if (isStopping() && !request.url.startsWith('/health/')) done(goingAway())
    // Before the body is looked at: what is wrong with it does not matter where nothing takes it.
    else done(withoutHost(request) ?? (request.is404 ? whyNotFound(request) : undefined))
  })
  leaveUnreadBodies(app)
  decorateCaller(app)
  watchStreams(app, options.onStream ?? (() => undefined))
  acceptSockets(app)
  parseJsonBodies(app)
  validateStrictly(app)
  nameIgnoredFields(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, dressFor))
  app.setNotFoundHandler((request, reply) => sendError(whyNotFound(request), request, reply, dressFor))
  return app
}

function withoutHost({ raw }: FastifyRequest): PlatformError | undefined {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return undefined
  return new PlatformError('request_params_invalid', 'The Host header is missing.')
}

function goingAway(): PlatformError {
  return new PlatformError('service_unavailable', 'The server is stopping; try again in a moment.', { retryAfter: 5 })
}

/** Adds the endpoints of one family, behind its gate. */
export function addFamily(
  app: FastifyInstance,
  family: Family,
  gate: Gate,
  routes: (scope: FastifyInstance) => void | Promise<void>,
): void {
  app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, family }
    })
    requireCaller(scope, family, gate)
    await routes(scope)
  })
}
