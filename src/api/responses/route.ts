import type { FastifyInstance } from 'fastify'
import { newId } from '../../core/ids.ts'
import { asPlatformError } from '../../http/errors.ts'
import { sendStream, watchLeaving } from '../../http/stream.ts'
import type { Generation } from '../../services/generation/generation.ts'
import { ErrorBody } from '../error-schema.ts'
import { nameIgnoredParameters } from '../ignored-parameters.ts'
import { readResponseStyle, readResponsesRequest } from './read.ts'
import { ResponsesRequest } from './schema.ts'
import { ResponseObject } from './schema-response.ts'
import { lastResponse, writeEcho } from './write.ts'
import { writeResponseEvents, writeResponseStream } from './write-stream.ts'

const wireNames = {
  tools: 'tools',
  parallelToolCalls: 'parallel_tool_calls',
  maxTokens: 'max_output_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  format: 'text.format',
  effort: 'reasoning.effort',
} as const

const bodyLimit = 64 * 1024 * 1024

/** Reasoning that is not shown may take minutes, and proxies cut connections on which nothing moves. */
const whenSilent = { afterMs: 15_000, frame: ': still at work\n\n' }

export function responsesRoutes(generation: Generation, now: () => number) {
  const seconds = () => Math.floor(now() / 1000)
  return (scope: FastifyInstance): void => {
    scope.post<{ Body: ResponsesRequest }>(
      '/v1/responses',
      {
        bodyLimit,
        schema: {
          tags: ['responses'],
          summary: 'Answer a conversation of items',
          body: ResponsesRequest,
          response: { 200: ResponseObject, 400: ErrorBody, 404: ErrorBody, 503: ErrorBody },
        },
      },
      async (request, reply) => {
        const { body, caller, log } = request
        request.model = body.model
        const asked = readResponsesRequest(body)
        const style = readResponseStyle(body, request.headers['x-stainless-helper-method'])
        const { signal } = watchLeaving(reply)
        const { started, stream } = await generation.start({ caller, request: asked, whole: !style.stream }, signal)
        nameIgnoredParameters(reply, started.ignored, wireNames)

        const events = writeResponseEvents({
          head: { id: newId('resp_'), createdAt: seconds(), model: body.model, echo: writeEcho(body) },
          stream,
          style,
          now: seconds,
          onFailed: error => {
            request.failure = error
            // Who leaves breaks the generation off, which is no fault of anybody's.
            if (error.code === 'internal_error' && !signal.aborted)
              log.error({ err: error }, 'generation failed inside')
          },
        })
        if (!style.stream) return lastResponse(events)
        const frames = writeResponseStream(events, error => {
          log.error({ err: error }, 'response stream broke')
          request.failure = asPlatformError(error)
          return request.failure
        })
        await sendStream(reply, frames, { contentType: 'text/event-stream', whenSilent })
        return reply
      },
    )
  }
}
