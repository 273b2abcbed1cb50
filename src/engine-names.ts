import type { ModelsConfig } from './config/models.ts'
import type { Model } from './core/models.ts'
import { builtInModel } from './engines/llama/built-in-model.ts'

/** What serves a model, in a word for people. */
export function engineNames(configured: ModelsConfig): (model: Model) => string {
  return ({ id, capability }) =>
    configured[id]?.engine ?? (capability === 'text' ? `llama (${builtInModel.name})` : 'none')
}
