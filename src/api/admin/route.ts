import type { FastifyInstance } from 'fastify'
import type { Keys } from '../../services/keys.ts'
import type { Models } from '../../services/models.ts'
import type { Usage } from '../../services/usage.ts'
import { ErrorBody } from '../error-schema.ts'
import { readNewKey, readUsageQuery } from './read.ts'
import {
  CreatedKey,
  Key,
  KeyList,
  KeyPath,
  NewKey,
  ProjectList,
  ServedModelList,
  UsageList,
  UsageQuery,
} from './schema.ts'
import {
  type EngineOf,
  writeCreatedKey,
  writeKey,
  writeKeyList,
  writeProjectList,
  writeServedModelList,
  writeUsageList,
} from './write.ts'

const tags = ['admin']

/** Mirrors `medley keys` and `medley models list` of the command line, for admin keys only. */
export function adminRoutes(keys: Keys, usage: Usage, models: Models, engineOf: EngineOf) {
  return (scope: FastifyInstance): void => {
    scope.get(
      '/v1/admin/projects',
      { schema: { tags, summary: 'List the projects', response: { 200: ProjectList } } },
      async () => writeProjectList(await keys.projects()),
    )
    scope.get(
      '/v1/admin/keys',
      { schema: { tags, summary: 'List the keys, without their secrets', response: { 200: KeyList } } },
      async () => writeKeyList(await keys.list()),
    )
    scope.post<{ Body: NewKey }>(
      '/v1/admin/keys',
      {
        schema: {
          tags,
          summary: 'Make a key; its secret is shown once',
          body: NewKey,
          response: { 200: CreatedKey, 400: ErrorBody },
        },
      },
      async request => writeCreatedKey(await keys.create(readNewKey(request.body))),
    )
    scope.delete<{ Params: KeyPath }>(
      '/v1/admin/keys/:key_id',
      {
        schema: {
          tags,
          summary: 'Revoke a key; it stops working at once',
          params: KeyPath,
          response: { 200: Key, 404: ErrorBody },
        },
      },
      async request => writeKey(await keys.revoke(request.params.key_id)),
    )
    scope.get(
      '/v1/admin/models',
      {
        schema: {
          tags,
          summary: 'List the models with the engine behind each',
          operationId: 'listServedModels',
          response: { 200: ServedModelList },
        },
      },
      async () => writeServedModelList(models.list(), engineOf),
    )
    scope.get<{ Querystring: UsageQuery }>(
      '/v1/admin/usage',
      {
        schema: {
          tags,
          summary: 'Requests and tokens by key, family, model and day',
          querystring: UsageQuery,
          response: { 200: UsageList, 400: ErrorBody },
        },
      },
      async request => writeUsageList(await usage.list(readUsageQuery(request.query))),
    )
  }
}
