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
