import type { FastifyInstance } from 'fastify'
import { PlatformError } from '../../core/errors.ts'
import type { WeightsStore } from '../../core/weights.ts'
import { ErrorBody } from '../error-schema.ts'
import { Weights, WeightsList, WeightsPath } from './schema.ts'
import { writeWeights, writeWeightsList } from './write.ts'

const tags = ['admin']

/** Mirrors `medley models pull` and `remove` of the command line, for admin keys only. */
export function weightsRoutes(weights: WeightsStore, mayPull: boolean) {
  return (scope: FastifyInstance): void => {
    scope.get(
      '/v1/admin/weights',
      {
        schema: {
          tags,
          summary: 'List the weights of built-in models, and how far they have come',
          response: { 200: WeightsList },
        },
      },
      async () => writeWeightsList(weights.list()),
    )
    scope.post<{ Params: WeightsPath }>(
      '/v1/admin/weights/:name',
      {
        schema: {
          tags,
          summary: 'Begin to fetch weights; the list tells how far they are',
          params: WeightsPath,
          response: { 200: Weights, 403: ErrorBody, 404: ErrorBody },
        },
      },
      async ({ params: { name }, log }) => {
        weights.get(name)
        if (!mayPull) {
          throw new PlatformError(
            'permission_denied',
            'This server runs with MEDLEY_PULL=never: it fetches no weights.',
          )
        }
        weights.pull(name).catch(error => log.warn({ err: error, weights: name }, 'could not fetch weights'))
        return writeWeights(weights.get(name))
      },
    )
    scope.delete<{ Params: WeightsPath }>(
      '/v1/admin/weights/:name',
      {
        schema: {
          tags,
          summary: 'Delete weights, or stop fetching them',
          params: WeightsPath,
          response: { 200: Weights, 400: ErrorBody, 404: ErrorBody },
        },
      },
      async ({ params: { name } }) => {
        await weights.remove(name)
        return writeWeights(weights.get(name))
      },
    )
  }
}
