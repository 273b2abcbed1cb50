import type { ListedModel } from '../../services/models.ts'
import type { Model, ModelList } from './schema.ts'

export function writeModel({ id, created, ownedBy, description }: ListedModel): Model {
  return { id, object: 'model', created, owned_by: ownedBy, ...(description !== undefined && { description }) }
}

export function writeModelList(models: readonly ListedModel[]): ModelList {
  return { object: 'list', data: models.map(writeModel) }
}
