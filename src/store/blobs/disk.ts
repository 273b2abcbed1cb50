import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Blobs, StoredBlob } from '../../core/blobs.ts'
import { checkBlobs } from './check.ts'
import { durableFolders, syncFolder } from './durable-folders.ts'
import { noSuchBlob, unlessMissing } from './missing.ts'
import { assertBlobName, isBlobName } from './name.ts'
import { writeContent } from './write-content.ts'

const unfinished = 'tmp'

export function openDiskBlobs(folder: string): Blobs {
  const root = resolve(folder)
  const pathOf = (name: string) => join(root, ...assertBlobName(name).split('/'))
  const makeFolder = durableFolders()

  const blobs: Blobs = {
    async put(name, content, signal) {
      const path = pathOf(name)
      const temporary = join(root, unfinished, randomUUID())
      await mkdir(dirname(temporary), { recursive: true })
      await makeFolder(dirname(path))
      try {
        const written = await writeDurably(temporary, content, signal)
        await rename(temporary, path)
        await syncFolder(dirname(path))
        return written
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async open(name, range) {
      const file = await unlessMissing(open(pathOf(name), 'r'))
      return file?.createReadStream(range ? { start: range.first, end: range.last } : {})
    },
    async withFile(name, use) {
      const path = pathOf(name)
      if (!(await unlessMissing(stat(path)))) throw noSuchBlob(name)
      return use(path)
    },
    async delete(name) {
      await rm(pathOf(name), { force: true })
    },
    list: () => walk(root, root),
    check: () => checkBlobs(blobs),
    async close() {},
  }
  return blobs
}

/** Once this returns, the bytes are on the disk. */
async function writeDurably(path: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
  const file = await open(path, 'wx')
  try {
    const written = await writeContent(file, content, signal)
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<StoredBlob> {
  const entries = await unlessMissing(opendir(folder))
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      yield* walk(root, path)
    } else {
      const name = relative(root, path).split(sep).join('/')
      // What others keep here is not ours to report, or to have cleaned away.
      const facts = isBlobName(name) ? await unlessMissing(stat(path)) : undefined
      if (facts) yield { name, bytes: facts.size, modifiedAt: facts.mtimeMs }
    }
  }
}
