import type { Engine } from '../core/engine.ts'
import { createScriptedEngine, loadScript } from './scripted/scripted.ts'

/** What the configuration says of one model, as far as an engine needs it. */
export type EngineEntry = { readonly engine: 'scripted'; readonly script: string }

/** The table of runtimes: one line each. */
export function openEngine(_model: string, entry: EngineEntry): Engine {
  switch (entry.engine) {
    case 'scripted':
      return createScriptedEngine(loadScript(entry.script))
  }
}
