import type { FastifyInstance } from 'fastify'
import type { PlatformError } from '../../core/errors.ts'
import { foldGeneration } from '../../core/generation-fold.ts'
import { newId } from '../../core/ids.ts'
import { sendStream, watchLeaving } from '../../http/stream.ts'
import type { Generation } from '../../services/generation/generation.ts'
import { dressFor } from '../dress.ts'
import { nameIgnoredParameters } from '../ignored-parameters.ts'
import { readCountTokensRequest, readMessagesRequest } from './read.ts'
import { CountTokensRequest, MessagesError, MessagesRequest, TokenCount, WrittenMessage } from './schema.ts'
import { writeMessage } from './write.ts'
import { pingFrame, writeMessageStream } from './write-stream.ts'
import { writeThreadRefusal } from './write-thread-refusal.ts'

const wireNames = {
  tools: 'tools',
  toolChoice: 'tool_choice',
  parallelToolCalls: 'tool_choice.disable_parallel_tool_use',
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  format: 'output_config.format',
  effort: 'output_config.effort',
} as const

const bodyLimit = 64 * 1024 * 1024
const errors = { 400: MessagesError, 404: MessagesError, 503: MessagesError }
const streaming = { contentType: 'text/event-stream', whenSilent: { afterMs: 15_000, frame: pingFrame } }

export function messageRoutes(generation: Generation) {
  return (scope: FastifyInstance): void => {
    scope.post<{ Body: MessagesRequest }>(
      '/v1/messages',
      {
        bodyLimit,
        schema: {
          tags: ['messages'],
          summary: 'Continue a conversation in content blocks',
          body: MessagesRequest,
          response: { 200: WrittenMessage, ...errors },
        },
      },
      async (request, reply) => {
        const { body, caller } = request
        request.model = body.model
        if (body.thread !== undefined && body.thread !== null) {
          return reply.code(400).send(writeThreadRefusal(request.id))
        }
        const stream = body.stream ?? false
        const asked = readMessagesRequest(body)
        const begun = await generation.start(
          { caller, request: asked.request, whole: !stream },
          watchLeaving(reply).signal,
        )
        nameIgnoredParameters(reply, [...new Set([...asked.ignored, ...begun.started.ignored])], wireNames)

        const head = { id: newId('msg_'), model: body.model }
        if (!stream) return writeMessage(head, await foldGeneration(begun.stream))
        const showError = (error: PlatformError) => {
          request.failure = error
          return dressFor(request.url)(error, request.id).body
        }
        await sendStream(reply, writeMessageStream(head, begun.stream, showError), streaming)
        return reply
      },
    )
    scope.post<{ Body: CountTokensRequest }>(
      '/v1/messages/count_tokens',
      {
        bodyLimit,
        schema: {
          tags: ['messages'],
          operationId: 'countMessageTokens',
          summary: 'Count the tokens of a conversation in content blocks',
          body: CountTokensRequest,
          response: { 200: TokenCount, ...errors },
        },
      },
      async (request, reply): Promise<TokenCount> => {
        request.model = request.body.model
        const counted = readCountTokensRequest(request.body)
        return { input_tokens: await generation.countTokens(counted, watchLeaving(reply).signal) }
      },
    )
  }
}
