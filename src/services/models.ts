import { PlatformError } from '../core/errors.ts'
import { type Capability, type Model, publicModels } from '../core/models.ts'

export interface ConfiguredModel {
  readonly id: string
  readonly capability: Capability
  readonly ownedBy?: string
  readonly description?: string
}

export interface ListedModel extends Model {
  readonly ownedBy: string
  readonly description?: string
}

export interface Models {
  list(): readonly ListedModel[]
  has(id: string): boolean
  /** Throws `model_invalid` for an id that is not served. */
  get(id: string): ListedModel
}

/** The public ids first, then what the configuration adds. What is built in says of itself what it is. */
export function createModels(
  configured: readonly ConfiguredModel[],
  startedAt: number,
  builtIn: (model: Model) => string | undefined = () => undefined,
): Models {
  const models = new Map<string, ListedModel>(publicModels.map(model => [model.id, { ...model, ownedBy: 'svcai' }]))
  for (const { id, capability, ownedBy = 'svcai', description } of configured) {
    const known = models.get(id) ?? { id, capability, created: Math.floor(startedAt / 1000) }
    models.set(id, { ...known, ownedBy, ...(description !== undefined && { description }) })
  }
  const ids = new Set(configured.map(({ id }) => id))
  for (const model of [...models.values()]) {
    const description = ids.has(model.id) ? undefined : builtIn(model)
    if (description !== undefined) models.set(model.id, { ...model, description })
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
