import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { dressFor } from './api/dress.ts'
import { addEndpoints } from './api/index.ts'
import type { Services } from './build-services.ts'
import type { Config } from './config/config.ts'
import { PlatformError } from './core/errors.ts'
import { createAccessLog } from './http/access-log.ts'
import { docsRoutes } from './http/docs-page.ts'
import { createAdmit } from './http/limits.ts'
import type { Metrics } from './http/metrics.ts'
import { countInMemory, countInRedis } from './http/minute-counter.ts'
import { describeRoutes } from './http/openapi.ts'
import { operationsRoutes } from './http/operations.ts'
import type { Served } from './http/served.ts'
import { createServer } from './http/server.ts'
import { traceRequests } from './http/trace-requests.ts'
import { startTracing } from './http/tracing.ts'
import { version } from './version.ts'

/** The HTTP server over the services, not yet listening. */
export async function buildServer(
  config: Config,
  logger: Logger,
  metrics: Metrics,
  services: Services,
  isStopping: () => boolean,
  closing: AsyncDisposableStack,
): Promise<FastifyInstance> {
  const minutes =
    config.limits.kind === 'redis'
      ? await countInRedis(config.limits.url, error =>
          logger.warn({ err: error }, 'the shared limits are out of reach'),
        )
      : countInMemory()
  closing.defer(() => minutes.close())
  const { authenticate } = services.keys
  const gate = { authenticate, admit: createAdmit({ minutes, monthRequests: services.usage.monthRequests }) }

  const logServed = createAccessLog(logger)
  const app = createServer({
    logger,
    dressFor,
    headerMs: config.server.headerSeconds * 1000,
    uploadIdleMs: config.server.uploadIdleSeconds * 1000,
    isStopping,
    onStream: metrics.onStream,
    onServed(served) {
      logServed(served)
      metrics.onServed(served)
      countRequest(services, served)
    },
  })
  const tracing =
    config.traces === undefined
      ? undefined
      : await startTracing(config.traces, version, error => logger.warn({ err: error }, 'traces can not be delivered'))
  // Spans end when replies close: the server is closed before this.
  if (tracing) closing.defer(() => tracing.close())
  traceRequests(app, tracing)
  await describeRoutes(app, version, dressFor)
  app.register(async scope => docsRoutes()(scope))
  app.register(async scope =>
    operationsRoutes({
      metrics,
      authenticate,
      async assertReady() {
        if (isStopping()) throw new PlatformError('service_unavailable', 'The server is stopping.', { retryAfter: 5 })
        await services.ping().catch(cause => {
          logger.warn({ err: cause }, 'the database does not answer')
          throw new PlatformError('service_unavailable', 'The database does not answer.', { retryAfter: 5, cause })
        })
      },
    })(scope),
  )
  addEndpoints(app, { gate, ...services, mayPull: config.pull !== 'never', publicUrl: config.publicUrl, now: Date.now })
  return app
}

function countRequest({ usage, models }: Services, { caller, family, model, status, admitted }: Served): void {
  if (!caller || !family || !admitted) return
  const { projectId, key } = caller
  // Names that callers make up would each leave a row.
  const known = models.has(model) ? model : ''
  usage.record({ projectId, keyId: key.id, family, model: known, requests: 1, failures: status >= 400 ? 1 : 0 })
}
