import type { FastifyRequest } from 'fastify'
import { invalid } from '../../core/errors.ts'
import type { StoredFile } from '../../core/files.ts'
import { readForm } from '../../http/multipart.ts'
import { type Files, maxFileBytes, type ReceivedFile } from '../../services/files/files.ts'
import { readPurpose } from './read.ts'

/** Fetches a caller's URL safely; a refusal is already an error for the caller. */
export type FetchFile = (
  url: string,
  limits: { maxBytes: number },
) => Promise<{ filename: string; content: AsyncIterable<Uint8Array> }>

interface NamedFile {
  readonly received: ReceivedFile
  readonly filename: string
}

/** What arrived and is not accepted in the end leaves nothing behind. */
export async function receiveUpload(request: FastifyRequest, files: Files, fetchFile: FetchFile): Promise<StoredFile> {
  const arrived: NamedFile[] = []
  try {
    const fields = await readForm(request, { fileBytes: maxFileBytes }, async ({ field, filename, content }) => {
      if (field !== 'file') throw invalid(field, `"${field}" is not a file field here; send the file as "file".`)
      if (arrived.length > 0) throw invalid('file', 'Send one "file" a request.')
      arrived.push({ received: await files.receive(content), filename })
    })
    const purpose = readPurpose(fields)
    const url = fields.get('url')?.at(-1)
    if (arrived.length === 0 && url !== undefined) {
      const fetched = await fetchFile(url, { maxBytes: maxFileBytes })
      arrived.push({ received: await files.receive(fetched.content), filename: fetched.filename })
    }
    const [file] = arrived
    if (!file) throw invalid('file', '"file" is required: a file part, or "url" with the address of one.')
    return await files.accept(request.caller.projectId, file.received, { filename: file.filename, purpose })
  } catch (error) {
    for (const { received } of arrived) await files.discard(received)
    throw error
  }
}
