import type { ModelsConfig } from './config/models.ts'
import type { Model } from './core/models.ts'
import type { WeightsStore } from './core/weights.ts'
import { preferredText } from './text-models.ts'

/** What serves a model, in a word for people. As it is decided at the start, it is asked for then. */
export function engineNames(configured: ModelsConfig, weights: WeightsStore): (model: Model) => string {
  const preferred = preferredText(weights)
  return ({ id, capability }) =>
    configured[id]?.engine ?? (capability === 'text' ? `llama (${preferred})` : (builtIn[capability] ?? 'none'))
}

const builtIn: Partial<Record<Model['capability'], string>> = { recognition: 'recogniser', speech: 'synthesis' }
