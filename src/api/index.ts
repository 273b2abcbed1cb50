import type { FastifyInstance } from 'fastify'
import type { Gate } from '../http/caller.ts'
import { addFamily } from '../http/server.ts'
import type { SignedLinks } from '../http/signed-urls.ts'
import type { Files } from '../services/files/files.ts'
import type { Generation } from '../services/generation/generation.ts'
import type { Keys } from '../services/keys.ts'
import type { Models } from '../services/models.ts'
import type { Results } from '../services/results.ts'
import type { Usage } from '../services/usage.ts'
import type { Voices } from '../services/voices/voices.ts'
import { adminRoutes } from './admin/route.ts'
import type { EngineOf } from './admin/write.ts'
import { chatRoutes } from './chat/route.ts'
import { fileRoutes } from './files/route.ts'
import type { FetchFile } from './files/upload.ts'
import { messageRoutes } from './messages/route.ts'
import { modelRoutes } from './models/route.ts'
import { responsesRoutes } from './responses/route.ts'
import { resultRoutes } from './results/route.ts'
import { tokenRoutes } from './tokens/route.ts'
import { voiceRoutes } from './voices/route.ts'

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
  readonly engineOf: EngineOf
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
  addFamily(app, 'models', gate, modelRoutes(parts.models))
  addFamily(app, 'voices', gate, voiceRoutes(parts.voices))
  addFamily(app, 'admin', gate, adminRoutes(parts.keys, parts.usage, parts.models, parts.engineOf))
  app.register(async scope => resultRoutes(parts.results, parts.links, parts.now)(scope))
}
