import type { FastifyInstance } from 'fastify'
import { newId } from '../../core/ids.ts'
import { type SocketEnd, serveSocket } from '../../http/socket.ts'
import type { LiveRecognition } from '../../services/recognition-session/live-recognition.ts'
import type { SessionCommand } from '../../services/recognition-session/session-messages.ts'
import { ErrorBody } from '../error-schema.ts'
import { readMessage } from './read.ts'
import { StreamQuery } from './schema.ts'
import { type MessageHead, writeError, writeEvent } from './write.ts'

export interface RecognitionRouteOptions {
  readonly pingMs?: number
}

const idled: SocketEnd = { code: 4000, reason: 'max_idle_timeout' }
const silent: SocketEnd = { code: 4001, reason: 'pong_timeout' }

export function recognitionRoutes(live: LiveRecognition, now: () => number, options: RecognitionRouteOptions = {}) {
  return (scope: FastifyInstance): void => {
    scope.get<{ Querystring: StreamQuery }>(
      '/v1/realtime/asr/stream',
      {
        schema: {
          tags: ['recognition'],
          summary: 'Recognise live speech, over a WebSocket',
          description: 'Connect with `ws://` or `wss://`; `docs/recognition.md` has the messages of both sides.',
          querystring: StreamQuery,
          response: {
            101: { description: 'The connection is a WebSocket' },
            400: ErrorBody,
            404: ErrorBody,
            503: ErrorBody,
          },
        },
      },
      async (request, reply) => {
        const settings = live.settingsFor(request.query.model)
        request.model = settings.model
        const head: MessageHead = { sessionId: newId('sess_'), newEventId: () => newId('event_'), now }

        await serveSocket(
          request,
          reply,
          async function* (messages, signal) {
            for await (const event of live.open(request.caller, commandsOf(messages), settings, signal)) {
              yield writeEvent(event, head)
              if (event.type === 'error' && event.failure.code === 'max_idle_timeout') return idled
            }
            return undefined
          },
          {
            ...options,
            onSilence: () => ({
              frame: writeError(
                { type: 'invalid_request_error', code: silent.reason, message: 'Two pings were not answered.' },
                head,
              ),
              end: silent,
            }),
          },
        )
        return reply
      },
    )
  }
}

async function* commandsOf(messages: AsyncIterable<string>): AsyncGenerator<SessionCommand> {
  for await (const message of messages) yield readMessage(message)
}
