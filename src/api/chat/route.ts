import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { foldGeneration } from '../../core/generation-fold.ts'
import { newId } from '../../core/ids.ts'
import { interleave } from '../../core/interleave.ts'
import { sendStream, watchLeaving } from '../../http/stream.ts'
import type { Begun, Generation } from '../../services/generation/generation.ts'
import { dressFor } from '../dress.ts'
import { ErrorBody } from '../error-schema.ts'
import { nameIgnoredParameters } from '../ignored-parameters.ts'
import { type ChatStyle, readChatRequest, readChatStyle } from './read.ts'
import { ChatCompletion, ChatRequest } from './schema.ts'
import { writeChatCompletion } from './write.ts'
import { writeChatStream } from './write-stream.ts'

const wireNames = {
  tools: 'tools',
  toolChoice: 'tool_choice',
  parallelToolCalls: 'parallel_tool_calls',
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  seed: 'seed',
  format: 'response_format',
  effort: 'reasoning_effort',
} as const

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
          response: { 200: ChatCompletion, 400: ErrorBody, 404: ErrorBody, 503: ErrorBody },
        },
      },
      async (request, reply) => {
        const { body } = request
        request.model = body.model
        const style = readChatStyle(body)
        const choices = await startChoices(generation, request, reply, style)
        nameIgnoredParameters(reply, choices[0]?.started.ignored ?? [], wireNames)

        const head = { id: newId('chatcmpl-'), created: Math.floor(now() / 1000), model: body.model }
        if (!style.stream) {
          const answers = await Promise.all(choices.map(({ stream }) => foldGeneration(stream)))
          return writeChatCompletion(head, answers, style)
        }
        const events = interleave(choices.map(({ stream }) => stream))
        const showError = (error: Parameters<ReturnType<typeof dressFor>>[0]) =>
          dressFor(request.url)(error, request.id).body
        await sendStream(reply, writeChatStream(head, events, style, showError), { contentType: 'text/event-stream' })
        return reply
      },
    )
  }
}

/** Each choice is a generation of its own; one that can't start ends them all. */
async function startChoices(
  generation: Generation,
  { body, caller }: FastifyRequest<{ Body: ChatRequest }>,
  reply: FastifyReply,
  style: ChatStyle,
): Promise<Begun[]> {
  const asked = readChatRequest(body)
  const leaving = watchLeaving(reply)
  try {
    return await Promise.all(
      Array.from({ length: style.choices }, (_, index) => {
        const request = asked.seed === undefined || index === 0 ? asked : { ...asked, seed: asked.seed + index }
        return generation.start({ caller, request, whole: !style.stream }, leaving.signal)
      }),
    )
  } catch (error) {
    leaving.abort()
    throw error
  }
}

/** Some client libraries send what does not fit their own types in a literal `extra_body`. */
async function mergeExtraBody(request: FastifyRequest<{ Body: ChatRequest }>): Promise<void> {
  const extra: unknown = request.body?.extra_body
  if (typeof extra === 'object' && extra !== null && !Array.isArray(extra)) {
    request.body = { ...request.body, ...extra }
  }
}
