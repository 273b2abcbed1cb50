import { PlatformError } from '../core/errors.ts'
import { type Capability, type Model, publicModels } from '../core/models.ts'

export interface ConfiguredModel {
  readonly id: string
  readonly capability: Capability
  readonly ownedBy?: string
}

export interface ListedModel extends Model {
  readonly ownedBy: string
}

export interface Models {
  list(): readonly ListedModel[]
  has(id: string): boolean
  /** Throws `model_invalid` for an id that is not served. */
  get(id: string): ListedModel
}

/** The public ids first, then what the configuration adds. */
export function createModels(configured: readonly ConfiguredModel[], startedAt: number): Models {
  const models = new Map<string, ListedModel>(publicModels.map(model => [model.id, { ...model, ownedBy: 'svcai' }]))
  for (const { id, capability, ownedBy = 'svcai' } of configured) {
    const known = models.get(id)
    models.set(id, known ? { ...known, ownedBy } : { id, capability, ownedBy, created: Math.floor(startedAt / 1000) })
  }
  const list = [...models.values()]
  return {
    list: () => list,
    has: id => models.has(id),
    get(id) {
      const model = models.get(id)
      if (model) return model
      throw new PlatformError('model_invalid', `The model "${id}" does not exist or you do not have access to it.`, {
        param: 'model',
      })
    },
  }
}
