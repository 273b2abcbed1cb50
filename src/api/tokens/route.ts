import type { FastifyInstance } from 'fastify'
import { watchLeaving } from '../../http/stream.ts'
import type { Generation } from '../../services/generation/generation.ts'
import { ErrorBody } from '../error-schema.ts'
import { readTokenCountRequest } from './read.ts'
import { TokenCount, TokenCountRequest } from './schema.ts'

const bodyLimit = 64 * 1024 * 1024

export function tokenRoutes(generation: Generation) {
  return (scope: FastifyInstance): void => {
    scope.post<{ Body: TokenCountRequest }>(
      '/v1/token/count',
      {
        bodyLimit,
        schema: {
          tags: ['tokens'],
          summary: 'Count the tokens of a conversation',
          body: TokenCountRequest,
          response: { 200: TokenCount, 400: ErrorBody, 404: ErrorBody, 503: ErrorBody },
        },
      },
      async (request, reply): Promise<TokenCount> => {
        request.model = request.body.model
        const counted = readTokenCountRequest(request.body)
        const total = await generation.countTokens(counted, watchLeaving(reply).signal)
        return { data: { total_tokens: total } }
      },
    )
  }
}
