import type { FastifyInstance } from 'fastify'
import { newId } from '../../core/ids.ts'
import { asPlatformError } from '../../http/errors.ts'
import { acceptForms } from '../../http/multipart.ts'
import { sendStream, watchLeaving } from '../../http/stream.ts'
import { headerList } from '../../http/unknown-fields.ts'
import type { TranscriptEvent, Transcription } from '../../services/recognition/transcription.ts'
import { ErrorBody } from '../error-schema.ts'
import { dataField, readPcmShape, readStreamRequest } from './read-stream.ts'
import { StreamEvent, StreamRequest, TranscriptionForm, TranscriptionText } from './schema.ts'
import { receiveSound } from './upload.ts'
import { foldTranscript, writeTranscript } from './write.ts'
import { writeTranscriptStream } from './write-stream.ts'

const tags = ['transcriptions']
const text = { schema: { type: 'string' } }
const transcribed = {
  description: 'The transcript in the format that was asked for',
  content: {
    'application/json': { schema: TranscriptionText },
    'text/plain': text,
    'application/x-subrip': text,
    'text/vtt': text,
  },
}
const streamed = {
  description: 'An event for each stretch of speech, and one with the whole text',
  content: { 'text/event-stream': { schema: StreamEvent } },
}

/** Base64 of about 48 MB. */
const bodyLimit = 64 * 1024 * 1024

export function transcriptionRoutes(transcription: Transcription, now: () => number) {
  return (scope: FastifyInstance): void => {
    acceptForms(scope)

    scope.post(
      '/v1/audio/transcriptions',
      {
        schema: {
          tags,
          summary: 'Turn a recording into text',
          response: { 200: transcribed, 400: ErrorBody, 404: ErrorBody, 413: ErrorBody, 503: ErrorBody },
        },
        config: { form: TranscriptionForm },
      },
      async (request, reply) => {
        const { request: order, format, file, unknown } = await receiveSound(request, transcription)
        await using _ = file
        request.model = order.model
        if (unknown.length > 0) reply.header('x-medley-ignored', headerList(unknown))
        const { signal } = watchLeaving(reply)
        const events = transcription.transcribe(request.caller, order, file.path, signal)
        const { contentType, body } = writeTranscript(await foldTranscript(events), format)
        return reply.type(contentType).send(body)
      },
    )

    scope.post<{ Body: StreamRequest }>(
      '/v1/audio/asr/sse',
      {
        bodyLimit,
        schema: {
          tags,
          summary: 'Turn a recording into text, as it is heard',
          body: StreamRequest,
          response: { 200: streamed, 400: ErrorBody, 404: ErrorBody, 413: ErrorBody, 503: ErrorBody },
        },
      },
      async (request, reply) => {
        const { body, caller } = request
        const order = readStreamRequest(body)
        request.model = order.model
        const shape = readPcmShape(body)
        await using file = await transcription.receiveEncoded(body.audio.data, shape, dataField)
        const { signal } = watchLeaving(reply)
        const events = await begun(transcription.transcribe(caller, order, file.path, signal))
        const frames = writeTranscriptStream(events, {
          sessionId: newId('sess_'),
          now,
          timestamps: body.audio.input.transcription.enable_timestamp ?? false,
          showError(error) {
            const known = asPlatformError(error)
            if (known.code === 'internal_error') request.log.error({ err: error }, 'recognition failed inside')
            return known
          },
        })
        await sendStream(reply, frames, { contentType: 'text/event-stream' })
        return reply
      },
    )
  }
}

/** Resolves when the first event is there, so that a start that fails is still an HTTP status. */
async function begun(events: AsyncIterable<TranscriptEvent>): Promise<AsyncIterable<TranscriptEvent>> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  })()
}
