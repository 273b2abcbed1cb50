import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { PlatformError } from '../core/errors.ts'
import type { Family } from '../core/keys.ts'
import { decorateCaller, type Gate, requireCaller } from './caller.ts'
import { answerBrokenRequest } from './client-errors.ts'
import type { DressFor } from './dress.ts'
import { sendError } from './errors.ts'
import { parseJsonBodies } from './json-body.ts'
import { watchRoutes } from './not-found.ts'
import { requestIdHeaders, requestIdOf } from './request-id.ts'
import { type Served, watchRequests } from './served.ts'
import { nameIgnoredFields } from './unknown-fields.ts'
import { endIdleUploads } from './upload-idle.ts'
import { validateStrictly } from './validation.ts'

export interface ServerOptions {
  readonly logger: Logger
  readonly dressFor: DressFor
  readonly onServed: (served: Served) => void
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
    disableRequestLogging: true,
    genReqId: request => requestIdOf(request.headers),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: headerMs, requestTimeout: 0, connectionsCheckingInterval: 1000 },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, dressFor('')),
    frameworkErrors: (error, request, reply) => {
      reply.headers(requestIdHeaders(request.id))
      sendError(error, request, reply, dressFor)
    },
  }) as unknown as FastifyInstance
  app.server.maxHeadersCount = 200

  const whyNotFound = watchRoutes(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(requestIdHeaders(request.id))
    if (isStopping()) reply.header('connection', 'close')
    done(isStopping() && !request.url.startsWith('/health/') ? goingAway() : undefined)
  })
  watchRequests(app, onServed)
  endIdleUploads(app, uploadIdleMs, dressFor)
  decorateCaller(app)
  parseJsonBodies(app)
  validateStrictly(app)
  nameIgnoredFields(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, dressFor))
  app.setNotFoundHandler((request, reply) => sendError(whyNotFound(request), request, reply, dressFor))
  return app
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
