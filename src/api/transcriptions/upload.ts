import type { FastifyRequest } from 'fastify'
import { invalid, PlatformError } from '../../core/errors.ts'
import { readForm as readParts } from '../../http/multipart.ts'
import type { Transcription } from '../../services/recognition/transcription.ts'
import { readForm, type TranscriptionOrder } from './read.ts'

type ReceivedSound = Awaited<ReturnType<Transcription['receive']>>

const tooManyBytes = 100 * 1024 * 1024

/** Takes the form apart: the file goes to disk as it comes, whether the fields stand before or after it. */
export async function receiveSound(
  request: FastifyRequest,
  transcription: Transcription,
): Promise<TranscriptionOrder & { readonly file: ReceivedSound }> {
  let file: ReceivedSound | undefined
  try {
    const fields = await readParts(request, { fileBytes: tooManyBytes }, async part => {
      const { field, content } = part
      if (field !== 'file') throw invalid(field, `"${field}" is not a file field here; send the sound as "file".`)
      if (file) throw invalid('file', 'Send one "file" a request.')
      file = await transcription.receive(underLimit(content))
    })
    const order = readForm(fields)
    if (!file) throw invalid('file', '"file" is required: a file part with the sound.')
    if (file.bytes === 0) throw invalid('file', '"file" is empty.')
    return { ...order, file }
  } catch (error) {
    await file?.[Symbol.asyncDispose]()
    throw error
  }
}

async function* underLimit(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes >= tooManyBytes) {
      throw new PlatformError('request_too_large', '"file" has 100 MB or more; accepted: under 100 MB.', {
        param: 'file',
      })
    }
    yield chunk
  }
}
