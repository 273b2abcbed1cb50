import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { resultPath } from './api/results/route.ts'
import type { Config } from './config/config.ts'
import type { Model } from './core/models.ts'
import { engineNames } from './engine-names.ts'
import type { Metrics } from './http/metrics.ts'
import { createSignedLinks, type SignedLinks } from './http/signed-urls.ts'
import { createDocumentExtractor } from './media/documents/extract.ts'
import { createSafeFetch } from './media/safe-fetch/safe-fetch.ts'
import { createSoundInspector } from './media/sound/inspect.ts'
import { createVideoInspector } from './media/video/inspect.ts'
import { openEngines } from './open-engines.ts'
import { fetchFileFrom } from './services/files/fetch-file.ts'
import { createFiles, type Files } from './services/files/files.ts'
import { startFileParsing } from './services/files/parsing.ts'
import { createGeneration, type Generation } from './services/generation/generation.ts'
import { createPrepareMedia } from './services/generation/prepare-media.ts'
import { createPreparePart } from './services/generation/prepare-part.ts'
import type { Keys } from './services/keys.ts'
import { createModels, type Models } from './services/models.ts'
import { createResults, type Results } from './services/results.ts'
import { createSweeper } from './services/sweeper.ts'
import { createUsage, type Usage } from './services/usage.ts'
import { createVoices, type Voices } from './services/voices/voices.ts'
import { openBlobs, openState } from './state.ts'
import { fileRecords } from './store/files.ts'
import { resultRecords } from './store/results.ts'
import { sharedSetting } from './store/settings.ts'
import { usageRecords } from './store/usage.ts'
import { voiceRecords } from './store/voices.ts'

/** What the platform does, ready to be called. */
export interface Services {
  readonly keys: Keys
  readonly usage: Usage
  readonly models: Models
  readonly files: Files
  readonly fetchFile: ReturnType<typeof fetchFileFrom>
  readonly voices: Voices
  readonly results: Results
  readonly links: SignedLinks
  readonly generation: Generation
  /** What serves a model, in a word for people. */
  readonly engineOf: (model: Model) => string
  /** Throws when the database can't be asked. */
  readonly ping: () => Promise<void>
  /** Begins the work that goes on by itself. */
  readonly startSweeping: () => void
}

export async function buildServices(
  config: Config,
  logger: Logger,
  metrics: Metrics,
  closing: AsyncDisposableStack,
): Promise<Services> {
  const now = Date.now
  const { database, keys } = await openState(config, logger, closing)
  const blobs = await openBlobs(config)
  closing.defer(() => blobs.close())
  const records = {
    files: fileRecords(database),
    voices: voiceRecords(database),
    results: resultRecords(database),
  }

  const usage = await createUsage({
    records: usageRecords(database),
    now,
    onFlushError: error => logger.error({ err: error }, 'could not write the usage'),
  })
  closing.defer(() => usage.close())

  const results = createResults(records.results, blobs, now)
  const secret = await sharedSetting(database, 'link-secret', () => randomBytes(32).toString('base64url'))

  const extractor = createDocumentExtractor()
  closing.defer(() => extractor.close())
  const parsing = startFileParsing({
    records: records.files,
    blobs,
    extractor,
    now,
    onError: (error, fileId) => logger.error({ err: error, fileId }, 'could not parse a file'),
  })
  closing.defer(() => parsing.stop())
  metrics.watchQueue('files', parsing.waiting)
  const files = createFiles({ records: records.files, blobs, now, onWaiting: parsing.wake })

  const models = createModels(
    Object.entries(config.models).map(([id, model]) => ({ id, ...model })),
    now(),
  )
  const inspector = createSoundInspector({ containers: ['mp3', 'wav'] })
  closing.defer(() => inspector.close())
  const voices = createVoices({ records: records.voices, blobs, files, models, inspect: inspector.inspect, now })

  const sweeper = createSweeper({
    blobs,
    results: records.results,
    owners: {
      files: records.files.existing,
      texts: records.files.existing,
      voices: records.voices.existing,
      results: records.results.existing,
    },
    now,
    onError: error => logger.error({ err: error }, 'could not sweep'),
  })
  closing.defer(() => sweeper.stop())

  const safeFetch = createSafeFetch({ allow: config.fetch.allow })
  closing.defer(() => safeFetch.close())

  const videos = createVideoInspector()
  closing.defer(() => videos.close())
  const preparePart = createPreparePart({
    fetch: safeFetch.fetch,
    inspectSound: inspector.inspect,
    inspectVideo: videos.inspect,
    folder: join(config.dataFolder, 'tmp'),
  })
  const engines = openEngines(config.models)
  closing.defer(() => engines.close())
  const generation = createGeneration({
    models,
    engineOf: model => engines.of(model)?.text,
    prepareMedia: createPrepareMedia(preparePart),
    onUsage({ projectId, key, family }, model, { inputTokens, cachedTokens, outputTokens }) {
      usage.record({ projectId, keyId: key.id, family, model, inputTokens, cachedTokens, outputTokens })
      metrics.onTokens(model, { inputTokens, cachedTokens, outputTokens })
    },
  })

  return {
    keys,
    usage,
    models,
    files,
    fetchFile: fetchFileFrom(safeFetch.fetch),
    voices,
    results,
    links: createSignedLinks(resultPath, secret),
    generation,
    engineOf: engineNames(config.models),
    ping: () => database.ping(),
    startSweeping: () => sweeper.start(),
  }
}
