import type { ModelsConfig } from './config/models.ts'
import type { Engine } from './core/engine.ts'
import { openEngine } from './engines/index.ts'

export interface Engines {
  /** Undefined when nothing serves that model. */
  of(model: string): Engine | undefined
  close(): Promise<void>
}

/** One engine for each model that the configuration gives one. */
export function openEngines(models: ModelsConfig): Engines {
  const engines = new Map<string, Engine>()
  for (const [id, entry] of Object.entries(models)) {
    if (entry.engine === 'openai' || entry.engine === 'scripted') engines.set(id, openEngine(id, entry))
  }
  return {
    of: model => engines.get(model),
    async close() {
      await Promise.all([...engines.values()].map(engine => engine.close()))
    },
  }
}
