import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Everything that lies in the blobs folder of a data folder, unfinished writes too. */
export async function blobFiles(folder: string): Promise<string[]> {
  const root = join(folder, 'blobs')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
