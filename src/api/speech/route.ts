import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { asPlatformError } from '../../http/errors.ts'
import { addressOf } from '../../http/public-address.ts'
import type { SignedLinks } from '../../http/signed-urls.ts'
import { sendStream, watchLeaving } from '../../http/stream.ts'
import type { Results } from '../../services/results.ts'
import type { SoundOrder, Speech } from '../../services/speech/speech.ts'
import { ErrorBody } from '../error-schema.ts'
import { readDelivery, readSoundOrder, readSpeechOrder } from './read.ts'
import { SpeechEvent, SpeechLink, SpeechRequest } from './schema.ts'
import { contentTypeOf, filenameOf, writeLink, writeSpeechStream } from './write.ts'

const linkSeconds = 12 * 3600

const Bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })
const types = ['audio/mpeg', 'audio/wav', 'audio/flac', 'audio/ogg', 'audio/pcm']
const spoken = {
  description: 'The sound; with `stream_format: sse` events that hold it in pieces, with `return_url` a link to it',
  content: {
    ...Object.fromEntries(types.map(type => [type, { schema: Bytes }])),
    'text/event-stream': { schema: SpeechEvent },
    'application/json': { schema: SpeechLink },
  },
}

export interface SpeechRouteParts {
  readonly speech: Speech
  readonly results: Results
  readonly links: SignedLinks
  /** How callers reach the server, when that is not how a request says. */
  readonly publicUrl: string | undefined
  readonly now: () => number
}

/** Below `/v1`, and where callers of a subscription plan look for it. */
export function speechRoutes({ speech, results, links, publicUrl, now }: SpeechRouteParts) {
  async function keep(
    request: FastifyRequest,
    bytes: AsyncIterable<Uint8Array>,
    sound: SoundOrder,
    signal: AbortSignal,
  ) {
    const { projectId } = request.caller
    const made = {
      projectId,
      contentType: contentTypeOf(sound),
      filename: filenameOf(sound),
      keepSeconds: linkSeconds,
      content: bytes,
    }
    const { id, expiresAt } = await results.keep(made, signal)
    return writeLink(now(), addressOf(request, publicUrl) + links.sign(id, Math.floor(expiresAt / 1000)))
  }

  async function handle(request: FastifyRequest<{ Body: SpeechRequest }>, reply: FastifyReply) {
    const { body, caller } = request
    request.model = body.model
    const sound = readSoundOrder(body)
    const order = readSpeechOrder(body)
    const { signal } = watchLeaving(reply)
    const bytes = await speech.start(caller, order, sound, signal)
    switch (readDelivery(body)) {
      case 'link':
        return keep(request, bytes, sound, signal)
      case 'audio':
        await sendStream(reply, bytes, { contentType: contentTypeOf(sound) })
        return reply
      case 'sse': {
        const show = (thrown: unknown) => {
          const error = asPlatformError(thrown)
          if (error.code === 'internal_error') request.log.error({ err: thrown }, 'speech failed inside')
          return error
        }
        await sendStream(reply, writeSpeechStream(bytes, show), { contentType: 'text/event-stream' })
        return reply
      }
    }
  }

  return (scope: FastifyInstance): void => {
    for (const path of ['/v1/audio/speech', '/svc_plan/v1/audio/speech']) {
      const schema = {
        tags: ['speech'],
        summary: path.startsWith('/v1') ? 'Speak a text' : 'Speak a text, for callers with a subscription plan',
        body: SpeechRequest,
        response: { 200: spoken, 400: ErrorBody, 404: ErrorBody, 503: ErrorBody },
      }
      scope.post<{ Body: SpeechRequest }>(path, { schema }, handle)
    }
  }
}
