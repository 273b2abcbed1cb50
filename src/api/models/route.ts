import type { FastifyInstance } from 'fastify'
import type { Models } from '../../services/models.ts'
import { ErrorBody } from '../error-schema.ts'
import { Model, ModelList, ModelPath } from './schema.ts'
import { writeModel, writeModelList } from './write.ts'

export function modelRoutes(models: Models) {
  return (scope: FastifyInstance): void => {
    scope.get(
      '/v1/models',
      { schema: { tags: ['models'], summary: 'List the models', response: { 200: ModelList } } },
      async () => writeModelList(models.list()),
    )
    scope.get<{ Params: ModelPath }>(
      '/v1/models/:model',
      {
        schema: { tags: ['models'], summary: 'One model', params: ModelPath, response: { 200: Model, 404: ErrorBody } },
      },
      async request => writeModel(models.get(request.params.model)),
    )
  }
}
