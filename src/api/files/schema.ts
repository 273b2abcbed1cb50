import Type from 'typebox'
import { filePurposes } from '../../core/files.ts'

export const File = Type.Object({
  id: Type.String(),
  object: Type.Literal('file'),
  bytes: Type.Integer(),
  created_at: Type.Integer({ description: 'Unix seconds' }),
  filename: Type.String(),
  purpose: Type.Enum([...filePurposes]),
  status: Type.Enum(['processed', 'success', 'error'], {
    description: 'processed: accepted, still being parsed; success: ready; error: see status_details',
  }),
  status_details: Type.Optional(Type.String()),
})
export type File = Type.Static<typeof File>

export const FileList = Type.Object({ object: Type.Literal('list'), data: Type.Array(File) })
export type FileList = Type.Static<typeof FileList>

export const DeletedFile = Type.Object({ id: Type.String(), object: Type.Literal('file'), deleted: Type.Literal(true) })
export type DeletedFile = Type.Static<typeof DeletedFile>

export const FilePath = Type.Object({ file_id: Type.String() })
export type FilePath = Type.Static<typeof FilePath>

/** Described, not checked: the parts are read as they stream in. */
export const UploadForm = Type.Object({
  purpose: Type.Enum([...filePurposes], { description: 'What the file is for; it decides which formats are accepted' }),
  file: Type.Optional(Type.String({ format: 'binary', description: 'Up to 64 MB; for storage 128 MB' })),
  url: Type.Optional(Type.String({ format: 'uri', description: 'Where to fetch the file from' })),
})

export const FileText = { description: 'The text', content: { 'text/plain': { schema: { type: 'string' } } } }
