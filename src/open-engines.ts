import type { ModelConfig } from './config/engines/index.ts'
import type { ModelsConfig } from './config/models.ts'
import type { Engine } from './core/engine.ts'
import { publicModels } from './core/models.ts'
import { type EngineEntry, openEngine } from './engines/index.ts'
import { builtInModel } from './engines/llama/built-in-model.ts'
import { createTokenizer } from './engines/tokenizer/tokenizer.ts'

export interface Engines {
  /** Undefined when nothing serves that model. */
  of(model: string): Engine | undefined
  close(): Promise<void>
}

/** One engine for each model that the configuration gives one; the built-in one for the other public ids that write text. */
export function openEngines(models: ModelsConfig): Engines {
  const engines = new Map<string, Engine>()
  const tokenizer = createTokenizer()
  for (const [id, config] of Object.entries(models)) {
    const entry = entryOf(id, config)
    if (entry) engines.set(id, openEngine(id, entry, tokenizer))
  }
  // Opened is not loaded: until somebody asks, it takes no memory.
  const builtIn = openEngine(builtInModel.name, { engine: 'llama', ...builtInModel.options }, tokenizer)
  for (const { id, capability } of publicModels) {
    if (capability === 'text' && !engines.has(id)) engines.set(id, builtIn)
  }
  return {
    of: model => engines.get(model),
    async close() {
      await Promise.all([...new Set([...engines.values(), builtIn])].map(engine => engine.close()))
      await tokenizer.close()
    },
  }
}

function entryOf(id: string, config: ModelConfig): EngineEntry | undefined {
  if (config.engine === 'openai' || config.engine === 'scripted') return config
  if (config.engine !== 'llama') return undefined
  const { file, name = builtInModel.name } = config
  if (file !== undefined) return { ...config, file }
  if (name === builtInModel.name) return { ...config, ...builtInModel.options }
  throw new Error(`models.${id}: there is no model named "${name}"; there is "${builtInModel.name}", or give a "file"`)
}
