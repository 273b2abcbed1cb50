import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { interleave } from '../../core/interleave.ts'
import { sendStream, watchLeaving } from '../../http/stream.ts'
import type { Generation } from '../../services/generation/generation.ts'
import { dressFor } from '../dress.ts'
import { ErrorBody } from '../error-schema.ts'
import { nameIgnoredParameters } from '../ignored-parameters.ts'
import { foldChoices, startChoices } from './choices.ts'
import { readChatRequest, readChatStyle } from './read.ts'
import { ChatRequest } from './schema.ts'
import { ChatChunk, ChatCompletion } from './schema-completion.ts'
import { sentNames } from './sent-names.ts'
import { writeChatCompletion } from './write.ts'
import { writeChatStream } from './write-stream.ts'

const answered = {
  description: 'The answer; with `stream`, events that each hold a chunk, and `[DONE]` after the last',
  content: { 'application/json': { schema: ChatCompletion }, 'text/event-stream': { schema: ChatChunk } },
}

const bodyLimit = 64 * 1024 * 1024

export function chatRoutes(generation: Generation, now: () => number) {
  return (scope: FastifyInstance): void => {
    scope.post<{ Body: ChatRequest }>(
      '/v1/chat/completions',
      {
        bodyLimit,
        preValidation: mergeExtraBody,
        schema: {
          tags: ['chat'],
          summary: 'Continue a conversation',
          body: ChatRequest,
          response: { 200: answered, 400: ErrorBody, 404: ErrorBody, 503: ErrorBody },
        },
      },
      async (request, reply) => {
        const { body, caller } = request
        request.model = body.model
        const style = readChatStyle(body)
        const order = { caller, request: readChatRequest(body), whole: !style.stream }
        const leaving = watchLeaving(reply)
        const choices = await startChoices(generation, order, style.choices, leaving)
        const ignored = choices[0]?.started.ignored ?? []
        if (ignored.length > 0) nameIgnoredParameters(reply, ignored, sentNames(body))

        const head = { id: newId('chatcmpl-'), created: Math.floor(now() / 1000), model: body.model }
        if (!style.stream) return writeChatCompletion(head, await foldChoices(choices, leaving), style)
        const showError = (error: PlatformError) => {
          request.failure = error
          if (error.code === 'internal_error') request.log.error({ err: error }, 'generation failed inside')
          // The other choices end with it.
          leaving.abort()
          return dressFor(request.url)(error, request.id).body
        }
        const events = interleave(choices.map(({ stream }) => stream))
        await sendStream(reply, writeChatStream(head, events, style, showError), { contentType: 'text/event-stream' })
        return reply
      },
    )
  }
}

/** Some client libraries send what does not fit their own types in a literal `extra_body`. */
function mergeExtraBody(request: FastifyRequest<{ Body: ChatRequest }>, _reply: FastifyReply, done: () => void): void {
  const extra: unknown = request.body?.extra_body
  if (typeof extra === 'object' && extra !== null && !Array.isArray(extra)) {
    request.body = { ...request.body, ...extra }
  }
  done()
}
