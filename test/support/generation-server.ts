import type { FastifyInstance } from 'fastify'
import type { Engine } from '../../src/core/engine.ts'
import type { Usage } from '../../src/core/generation.ts'
import type { ApiKey, Family } from '../../src/core/keys.ts'
import { addFamily } from '../../src/http/server.ts'
import { createBuiltInTools } from '../../src/services/built-in-tools.ts'
import { createGeneration, type Generation, type GenerationParts } from '../../src/services/generation/generation.ts'
import { createModels } from '../../src/services/models.ts'
import { createTestApp } from './test-app.ts'

export interface GenerationServer extends AsyncDisposable {
  readonly url: string
  readonly key: string
  /** What each generation cost, in the order in which they ended. */
  readonly usages: { readonly model: string; readonly usage: Usage }[]
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

type Routes = (generation: Generation, now: () => number) => (scope: FastifyInstance) => void

const secret = 'mk-test-generation-key'
const apiKey: ApiKey = {
  id: 'key_test',
  projectId: 'project_test',
  name: 'test',
  hint: 'mk-test',
  hash: '',
  admin: false,
  limits: {},
  createdAt: 0,
}

/** A server that was set up for none of them. */
export const noBuiltInTools = createBuiltInTools({
  webSearch: undefined,
  stores: { find: async () => undefined },
  searchStore: async () => [],
})

/** Families that write text, on a free port, over these engines and nothing else: no store, one key, media as they come. */
export async function startGenerationServer(
  families: Partial<Record<Family, Routes>>,
  engines: Readonly<Record<string, Engine>>,
  prepareMedia: GenerationParts['prepareMedia'] = async request => request,
  builtInTools: GenerationParts['builtInTools'] = noBuiltInTools,
): Promise<GenerationServer> {
  const usages: GenerationServer['usages'] = []
  const generation = createGeneration({
    models: createModels([], 0),
    engineOf: model => engines[model]?.text,
    prepareMedia,
    builtInTools,
    onUsage: (_caller, model, usage) => void usages.push({ model, usage }),
  })
  const app = createTestApp()
  const gate = { authenticate: (given: string) => (given === secret ? apiKey : undefined), admit: () => {} }
  for (const [family, routes] of Object.entries(families)) {
    addFamily(
      app,
      family as Family,
      gate,
      routes(generation, () => 1_780_000_000_000),
    )
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    key: secret,
    usages,
    post: (path, body, headers = { authorization: `Bearer ${secret}` }) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
