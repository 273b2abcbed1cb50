import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { PlatformError } from '../../core/errors.ts'
import { readByteRange } from '../../http/byte-range.ts'
import type { SignedLinks } from '../../http/signed-urls.ts'
import type { Results } from '../../services/results.ts'
import { ErrorBody } from '../error-schema.ts'

export const resultPath = '/v1/results/'

const ResultPath = Type.Object({ id: Type.String() })
const ResultQuery = Type.Object({ expires: Type.Optional(Type.String()), signature: Type.Optional(Type.String()) })

/** The only endpoint without a key: the signature in the link stands for it. */
export function resultRoutes(results: Results, links: SignedLinks, now: () => number) {
  return (scope: FastifyInstance): void => {
    scope.get<{ Params: Type.Static<typeof ResultPath>; Querystring: Type.Static<typeof ResultQuery> }>(
      `${resultPath}:id`,
      {
        schema: {
          tags: ['results'],
          summary: 'What was made for a caller, by its signed link',
          security: [],
          params: ResultPath,
          querystring: ResultQuery,
          response: { 403: ErrorBody, 404: ErrorBody, 416: ErrorBody },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const verdict = links.check(id, request.query, now() / 1000)
        if (verdict === 'forged') throw new PlatformError('permission_denied', 'This link is not one of ours.')
        const gone = new PlatformError('not_found', 'This link has expired.')
        if (verdict === 'expired') throw gone
        const result = await results.find(id)
        if (!result) throw gone

        const range = readByteRange(request.headers.range, result.bytes)
        if (range === 'unsatisfiable') {
          throw new PlatformError('range_not_satisfiable', `The range lies outside of its ${result.bytes} bytes.`, {
            headers: { 'content-range': `bytes */${result.bytes}` },
          })
        }
        // Who asks only for the headers costs no read.
        const content = request.method === 'HEAD' ? Readable.from([]) : await results.open(id, range)
        if (!content) throw gone
        const length = range ? range.last - range.first + 1 : result.bytes
        if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${result.bytes}`)
        return reply
          .headers({
            'content-type': result.contentType,
            'content-length': length,
            'accept-ranges': 'bytes',
            'cache-control': 'private, max-age=3600',
            'content-disposition': `inline; filename="${result.filename}"`,
            'x-content-type-options': 'nosniff',
          })
          .send(content)
      },
    )
  }
}
