import type { FastifyInstance } from 'fastify'
import { acceptForms } from '../../http/multipart.ts'
import type { Files } from '../../services/files/files.ts'
import { ErrorBody } from '../error-schema.ts'
import { DeletedFile, File, FileList, FilePath, FileText, UploadForm } from './schema.ts'
import { type FetchFile, receiveUpload } from './upload.ts'
import { writeDeletedFile, writeFile, writeFileList } from './write.ts'

const tags = ['files']

export function fileRoutes(files: Files, fetchFile: FetchFile) {
  return (scope: FastifyInstance): void => {
    acceptForms(scope)

    scope.post(
      '/v1/files',
      {
        schema: {
          tags,
          summary: 'Upload a file',
          description: 'Send a `file`, or the `url` of one to fetch. With both, the file counts.',
          response: { 200: File, 400: ErrorBody, 413: ErrorBody, 415: ErrorBody },
        },
        config: { form: UploadForm },
      },
      async request => writeFile(await receiveUpload(request, files, fetchFile)),
    )
    scope.get(
      '/v1/files',
      { schema: { tags, summary: 'List the files, newest first', response: { 200: FileList } } },
      async request => writeFileList(await files.list(request.caller.projectId)),
    )
    scope.get<{ Params: FilePath }>(
      '/v1/files/:file_id',
      { schema: { tags, summary: 'One file', params: FilePath, response: { 200: File, 404: ErrorBody } } },
      async request => writeFile(await files.get(request.caller.projectId, request.params.file_id)),
    )
    scope.delete<{ Params: FilePath }>(
      '/v1/files/:file_id',
      { schema: { tags, summary: 'Delete a file', params: FilePath, response: { 200: DeletedFile, 404: ErrorBody } } },
      async request => {
        await files.delete(request.caller.projectId, request.params.file_id)
        return writeDeletedFile(request.params.file_id)
      },
    )
    scope.get<{ Params: FilePath }>(
      '/v1/files/:file_id/content',
      {
        schema: {
          tags,
          summary: 'The parsed text of a file with purpose file-extract',
          params: FilePath,
          response: { 200: FileText, 400: ErrorBody, 404: ErrorBody },
        },
      },
      async (request, reply) => {
        const text = await files.text(request.caller.projectId, request.params.file_id)
        return reply.type('text/plain; charset=utf-8').send(text)
      },
    )
  }
}
