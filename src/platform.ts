import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { dressFor } from './api/dress.ts'
import { addEndpoints } from './api/index.ts'
import { resultPath } from './api/results/route.ts'
import type { Config } from './config/config.ts'
import { PlatformError } from './core/errors.ts'
import { logServed } from './http/access-log.ts'
import { createAdmit } from './http/limits.ts'
import { createMetrics } from './http/metrics.ts'
import { countInMemory, countInRedis } from './http/minute-counter.ts'
import { describeRoutes } from './http/openapi.ts'
import { operationsRoutes } from './http/operations.ts'
import { createServer } from './http/server.ts'
import { createSignedLinks } from './http/signed-urls.ts'
import { createDocumentExtractor } from './media/documents/extract.ts'
import { createSafeFetch } from './media/safe-fetch/safe-fetch.ts'
import { createSoundInspector } from './media/sound/inspect.ts'
import { fetchFileFrom } from './services/files/fetch-file.ts'
import { createFiles } from './services/files/files.ts'
import { startFileParsing } from './services/files/parsing.ts'
import type { Keys } from './services/keys.ts'
import { createModels } from './services/models.ts'
import { createResults, type Results } from './services/results.ts'
import { createSweeper } from './services/sweeper.ts'
import { createUsage } from './services/usage.ts'
import { createVoices } from './services/voices/voices.ts'
import { openBlobs, openState } from './state.ts'
import { fileRecords } from './store/files.ts'
import { resultRecords } from './store/results.ts'
import { sharedSetting } from './store/settings.ts'
import { usageRecords } from './store/usage.ts'
import { voiceRecords } from './store/voices.ts'
import { version } from './version.ts'

/** The whole server, built and not yet listening. */
export interface Platform {
  readonly app: FastifyInstance
  readonly keys: Keys
  readonly results: Results
  /** Ends streams that take longer than that, hands tasks back, closes everything in reverse. */
  close(withinMs?: number): Promise<void>
}

export async function buildPlatform(config: Config, logger: Logger): Promise<Platform> {
  const closing = new AsyncDisposableStack()
  try {
    return await build(config, logger, closing)
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

async function build(config: Config, logger: Logger, closing: AsyncDisposableStack): Promise<Platform> {
  const now = Date.now
  const { database, keys } = await openState(config, logger, closing)
  const blobs = await openBlobs(config)
  closing.defer(() => blobs.close())

  const usage = await createUsage({
    records: usageRecords(database),
    now,
    onFlushError: error => logger.error({ err: error }, 'could not write the usage'),
  })
  closing.defer(() => usage.close())

  const results = createResults(resultRecords(database), blobs, now)
  const secret = await sharedSetting(database, 'link-secret', () => randomBytes(32).toString('base64url'))
  const links = createSignedLinks(resultPath, secret)

  const extractor = createDocumentExtractor()
  closing.defer(() => extractor.close())
  const parsing = startFileParsing({
    records: fileRecords(database),
    blobs,
    extractor,
    now,
    onError: (error, fileId) => logger.error({ err: error, fileId }, 'could not parse a file'),
  })
  closing.defer(() => parsing.stop())
  const files = createFiles({ records: fileRecords(database), blobs, now, onWaiting: parsing.wake })

  const models = createModels(
    Object.entries(config.models).map(([id, model]) => ({ id, ...model })),
    now(),
  )
  const inspector = createSoundInspector()
  closing.defer(() => inspector.close())
  const voices = createVoices({
    records: voiceRecords(database),
    blobs,
    files,
    models,
    inspect: (path, signal) => inspector.inspect(path, signal),
    now,
  })

  const sweeper = createSweeper({
    blobs,
    results: resultRecords(database),
    owners: {
      files: fileRecords(database).existing,
      texts: fileRecords(database).existing,
      voices: voiceRecords(database).existing,
      results: resultRecords(database).existing,
    },
    now,
    onError: error => logger.error({ err: error }, 'could not sweep'),
  })
  closing.defer(() => sweeper.stop())

  const safeFetch = createSafeFetch({ allow: config.fetch.allow })
  closing.defer(() => safeFetch.close())

  const minutes =
    config.limits.kind === 'redis'
      ? await countInRedis(config.limits.url, error =>
          logger.warn({ err: error }, 'the shared limits are out of reach'),
        )
      : countInMemory()
  closing.defer(() => minutes.close())
  const gate = {
    authenticate: keys.authenticate,
    admit: createAdmit({ minutes, monthRequests: usage.monthRequests }),
  }

  const metrics = createMetrics()
  let stopping = false
  const app = createServer({
    logger,
    dressFor,
    headerMs: config.server.headerSeconds * 1000,
    uploadIdleMs: config.server.uploadIdleSeconds * 1000,
    isStopping: () => stopping,
    onServed(served) {
      logServed(logger, served)
      metrics.onServed(served)
      if (!served.caller || !served.family) return
      usage.record({
        projectId: served.caller.projectId,
        keyId: served.caller.key.id,
        family: served.family,
        model: served.model,
        requests: 1,
        failures: served.status >= 400 ? 1 : 0,
      })
    },
  })
  await describeRoutes(app, version)
  app.register(async scope =>
    operationsRoutes({
      metrics,
      authenticate: keys.authenticate,
      async assertReady() {
        if (stopping) throw new PlatformError('service_unavailable', 'The server is stopping.', { retryAfter: 5 })
        await database.ping()
      },
    })(scope),
  )
  addEndpoints(app, {
    gate,
    files,
    fetchFile: fetchFileFrom(safeFetch.fetch),
    models,
    voices,
    results,
    links,
    keys,
    usage,
    now,
  })
  sweeper.start()

  return {
    app,
    keys,
    results,
    async close(withinMs = 0) {
      stopping = true
      const cut = setTimeout(() => app.server.closeAllConnections(), withinMs)
      await app.close()
      clearTimeout(cut)
      await closing.disposeAsync()
    },
  }
}
