import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { resultPath } from './api/results/route.ts'
import { buildPerception } from './build-perception.ts'
import { buildRecognition } from './build-recognition.ts'
import { buildRetrieval } from './build-retrieval.ts'
import type { Config } from './config/config.ts'
import type { EnvironmentVariables } from './config/environment.ts'
import type { Model } from './core/models.ts'
import { engineNames } from './engine-names.ts'
import type { Metrics } from './http/metrics.ts'
import { createSignedLinks, type SignedLinks } from './http/signed-urls.ts'
import { createDocumentExtractor } from './media/documents/extract.ts'
import { createSafeFetch } from './media/safe-fetch/safe-fetch.ts'
import { createSoundInspector } from './media/sound/inspect.ts'
import { createSoundStudio } from './media/sound/studio/studio.ts'
import { createVideoInspector } from './media/video/inspect.ts'
import { openEngines } from './open-engines.ts'
import { openCatalog, openWeights } from './open-weights.ts'
import type { BuiltInTools } from './services/built-in-tools.ts'
import { fetchFileFrom } from './services/files/fetch-file.ts'
import { createFiles, type Files } from './services/files/files.ts'
import { startFileParsing } from './services/files/parsing.ts'
import { createGeneration, type Generation } from './services/generation/generation.ts'
import { createPerceivePart } from './services/generation/perceive-part.ts'
import { createPrepareMedia } from './services/generation/prepare-media.ts'
import { createPreparePart } from './services/generation/prepare-part.ts'
import type { Keys } from './services/keys.ts'
import { createModels, type Models } from './services/models.ts'
import type { Transcription } from './services/recognition/transcription.ts'
import type { LiveRecognition } from './services/recognition-session/live-recognition.ts'
import { createResults, type Results } from './services/results.ts'
import type { VectorStores } from './services/retrieval/vector-stores.ts'
import { clonedVoice, createFindVoice } from './services/speech/find-voice.ts'
import { createPrepareVoices } from './services/speech/prepare-voices.ts'
import { createSpeech, type Speech } from './services/speech/speech.ts'
import { createSweeper } from './services/sweeper.ts'
import { createUsage, type Usage } from './services/usage.ts'
import { createVoices, type Voices } from './services/voices/voices.ts'
import { openBlobs, openState } from './state.ts'
import { fileRecords } from './store/files.ts'
import { resultRecords } from './store/results.ts'
import { sharedSetting } from './store/settings.ts'
import { usageRecords } from './store/usage.ts'
import { voiceRecords } from './store/voices.ts'
import { builtInDescription } from './text-models.ts'
import type { OpenWeights } from './weights/weights.ts'

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
  readonly vectorStores: VectorStores
  readonly builtInTools: BuiltInTools
  readonly speech: Speech
  readonly transcription: Transcription
  readonly liveRecognition: LiveRecognition
  readonly weights: OpenWeights
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
  environment: EnvironmentVariables,
): Promise<Services> {
  const now = Date.now
  const weights = openWeights(config, openCatalog(config), environment)
  closing.defer(() => weights.close())
  metrics.watchWeights(() => weights.list().map(({ entry, state }) => ({ name: entry.name, state })))
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
    builtInDescription(weights),
  )
  const inspector = createSoundInspector({ containers: ['mp3', 'wav'] })
  closing.defer(() => inspector.close())
  const preparing = createPrepareVoices({
    prepare: async (voice, signal) =>
      engines.of(voice.model)?.speech?.prepare?.(clonedVoice(voice, voices, studio), signal),
    onError: (error, voiceId) => logger.info({ err: error, voiceId }, 'a voice will be learnt when it is first used'),
  })
  const voices = createVoices({
    records: records.voices,
    blobs,
    files,
    models,
    inspect: inspector.inspect,
    now,
    onCreated: preparing.begin,
    onDeleted: preparing.forget,
  })

  const sweeper = createSweeper({
    blobs,
    results: records.results,
    owners: {
      files: records.files.existing,
      texts: records.files.existing,
      vectors: records.files.existing,
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
  const inspectors = {
    fetch: safeFetch.fetch,
    inspectSound: inspector.inspect,
    inspectVideo: videos.inspect,
    folder: join(config.dataFolder, 'tmp'),
  }
  const studio = createSoundStudio({ folder: join(config.dataFolder, 'tmp') })
  closing.defer(() => studio.close())
  const learned = join(config.dataFolder, 'learned-voices')
  const engines = openEngines(config.models, weights, studio, learned, notice => logger.warn(notice))
  closing.defer(() => engines.close())
  closing.defer(() => preparing.close())
  const recognition = buildRecognition(
    {
      config,
      models,
      engines,
      studio,
      logger,
      onUsage({ projectId, key, family }, model, { inputTokens, outputTokens }) {
        usage.record({ projectId, keyId: key.id, family, model, inputTokens, outputTokens })
        metrics.onTokens(model, { inputTokens, cachedTokens: 0, outputTokens })
      },
    },
    closing,
  )
  const { perception, describePicture } = buildPerception(
    { weights, models, transcription: recognition.transcription },
    closing,
  )
  const { vectorStores, builtInTools } = buildRetrieval(
    {
      config,
      database,
      blobs,
      weights,
      fileRecords: records.files,
      files,
      describePicture,
      logger,
      now,
    },
    closing,
  )
  const generation = createGeneration({
    models,
    builtInTools,
    engineOf: model => engines.of(model)?.text,
    prepareMedia: createPrepareMedia(createPreparePart(inspectors), createPerceivePart(inspectors, perception)),
    onUsage({ projectId, key, family }, model, { inputTokens, cachedTokens, outputTokens }) {
      usage.record({ projectId, keyId: key.id, family, model, inputTokens, cachedTokens, outputTokens })
      metrics.onTokens(model, { inputTokens, cachedTokens, outputTokens })
    },
  })
  const speech = createSpeech({
    models,
    engineOf: model => engines.of(model)?.speech,
    voiceOf: createFindVoice(voices, studio),
    studio,
    // Speech has no tokens: what it is asked for is counted in characters.
    onUsage: ({ projectId, key, family }, model, characters) =>
      usage.record({ projectId, keyId: key.id, family, model, inputTokens: characters }),
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
    vectorStores,
    builtInTools,
    speech,
    ...recognition,
    weights,
    engineOf: engineNames(config.models, weights),
    ping: () => database.ping(),
    startSweeping: () => sweeper.start(),
  }
}
