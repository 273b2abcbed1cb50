import type { StoredFile } from '../../core/files.ts'
import type { DeletedFile, File, FileList } from './schema.ts'

export function writeFile(file: StoredFile): File {
  return {
    id: file.id,
    object: 'file',
    bytes: file.bytes,
    created_at: Math.floor(file.createdAt / 1000),
    filename: file.filename,
    purpose: file.purpose,
    status: file.status,
    ...(file.statusDetails !== undefined && { status_details: file.statusDetails }),
  }
}

export function writeFileList(files: readonly StoredFile[]): FileList {
  return { object: 'list', data: files.map(writeFile) }
}

export function writeDeletedFile(id: string): DeletedFile {
  return { id, object: 'file', deleted: true }
}
