import type { FastifyInstance } from 'fastify'
import type { WeightsStore } from '../core/weights.ts'
import type { Gate } from '../http/caller.ts'
import { addFamily } from '../http/server.ts'
import type { SignedLinks } from '../http/signed-urls.ts'
import type { Files } from '../services/files/files.ts'
import type { Generation } from '../services/generation/generation.ts'
import type { Keys } from '../services/keys.ts'
import type { Models } from '../services/models.ts'
import type { Transcription } from '../services/recognition/transcription.ts'
import type { LiveRecognition } from '../services/recognition-session/live-recognition.ts'
import type { Results } from '../services/results.ts'
import type { VectorStores } from '../services/retrieval/vector-stores.ts'
import type { Speech } from '../services/speech/speech.ts'
import type { Usage } from '../services/usage.ts'
import type { Voices } from '../services/voices/voices.ts'
import { adminRoutes } from './admin/route.ts'
import type { EngineOf } from './admin/write.ts'
import { chatRoutes } from './chat/route.ts'
import { fileRoutes } from './files/route.ts'
import type { FetchFile } from './files/upload.ts'
import { messageRoutes } from './messages/route.ts'
import { modelRoutes } from './models/route.ts'
import { recognitionRoutes } from './recognition/route.ts'
import { responsesRoutes } from './responses/route.ts'
import { resultRoutes } from './results/route.ts'
import { speechRoutes } from './speech/route.ts'
import { tokenRoutes } from './tokens/route.ts'
import { transcriptionRoutes } from './transcriptions/route.ts'
import { vectorStoreRoutes } from './vector-stores/route.ts'
import { voiceRoutes } from './voices/route.ts'
import { weightsRoutes } from './weights/route.ts'

export interface EndpointParts {
  readonly gate: Gate
  readonly files: Files
  readonly fetchFile: FetchFile
  readonly models: Models
  readonly voices: Voices
  readonly results: Results
  readonly links: SignedLinks
  readonly keys: Keys
  readonly usage: Usage
  readonly generation: Generation
  readonly vectorStores: VectorStores
  readonly speech: Speech
  readonly transcription: Transcription
  readonly liveRecognition: LiveRecognition
  readonly engineOf: EngineOf
  readonly weights: WeightsStore
  /** Whether this server may fetch weights at all. */
  readonly mayPull: boolean
  /** How callers reach the server, when that is not how a request says. */
  readonly publicUrl: string | undefined
  readonly now: () => number
}

/** Every endpoint of the platform: one line a family. */
export function addEndpoints(app: FastifyInstance, parts: EndpointParts): void {
  const { gate } = parts
  addFamily(app, 'chat', gate, chatRoutes(parts.generation, parts.now))
  addFamily(app, 'messages', gate, messageRoutes(parts.generation))
  addFamily(app, 'responses', gate, responsesRoutes(parts.generation, parts.now))
  addFamily(app, 'tokens', gate, tokenRoutes(parts.generation))
  addFamily(app, 'files', gate, fileRoutes(parts.files, parts.fetchFile))
  addFamily(app, 'vector-stores', gate, vectorStoreRoutes(parts.vectorStores))
  addFamily(app, 'models', gate, modelRoutes(parts.models))
  addFamily(app, 'speech', gate, speechRoutes(parts))
  addFamily(app, 'voices', gate, voiceRoutes(parts.voices))
  addFamily(app, 'transcriptions', gate, transcriptionRoutes(parts.transcription, parts.now))
  addFamily(app, 'recognition', gate, recognitionRoutes(parts.liveRecognition, parts.now))
  addFamily(app, 'admin', gate, adminRoutes(parts.keys, parts.usage, parts.models, parts.engineOf))
  addFamily(app, 'admin', gate, weightsRoutes(parts.weights, parts.mayPull))
  app.register(async scope => resultRoutes(parts.results, parts.links, parts.now)(scope))
}
