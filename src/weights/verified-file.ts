import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { WeightsFile } from '../core/catalog.ts'
import { PullError } from './failure.ts'

/** A file under a temporary name that gets its own only when its bytes are the right ones. */
export interface VerifiedFile {
  append(content: AsyncIterable<Uint8Array>): Promise<void>
  /** Throws a corrupt PullError, and leaves nothing, when the bytes are others. */
  finish(): Promise<void>
  discard(): Promise<void>
}

export async function writeVerified(
  file: WeightsFile,
  path: string,
  temporary: string,
  signal: AbortSignal,
): Promise<VerifiedFile> {
  await mkdir(dirname(path), { recursive: true })
  const handle = await open(temporary, 'w')
  const hash = createHash('sha256')
  let bytes = 0
  const discard = async () => {
    await handle.close().catch(() => undefined)
    await rm(temporary, { force: true })
  }
  return {
    discard,
    async append(content) {
      for await (const chunk of content) {
        signal.throwIfAborted()
        bytes += chunk.length
        if (bytes > file.bytes) throw corrupt(file, `it has more than ${file.bytes} bytes`)
        hash.update(chunk)
        await writeAll(handle, chunk)
      }
    },
    async finish() {
      if (bytes !== file.bytes) throw corrupt(file, `it has ${bytes} bytes instead of ${file.bytes}`)
      const found = hash.digest('hex')
      if (found !== file.sha256) throw corrupt(file, `its SHA-256 is ${found} instead of ${file.sha256}`)
      await handle.sync()
      await handle.close()
      await rename(temporary, path)
      await syncFolder(dirname(path))
    },
  }
}

/** Takes in a file that lies on the same disk, when its bytes are the right ones; else it is deleted. */
export async function takeIn(file: WeightsFile, path: string, from: string, signal: AbortSignal): Promise<void> {
  const { size } = await stat(from)
  const found = size === file.bytes ? await sha256Of(from, signal) : undefined
  if (found !== file.sha256) {
    await rm(from, { force: true })
    if (found === undefined) throw corrupt(file, `it has ${size} bytes instead of ${file.bytes}`)
    throw corrupt(file, `its SHA-256 is ${found} instead of ${file.sha256}`)
  }
  const handle = await open(from, 'r')
  await handle.sync().finally(() => handle.close())
  await mkdir(dirname(path), { recursive: true })
  if (from !== path) await rename(from, path)
  await syncFolder(dirname(path))
}

export function corrupt({ path }: WeightsFile, how: string): PullError {
  return new PullError(`${path} is not what the catalogue says: ${how}`, { corrupt: true })
}

/** In pieces, so that the event loop goes on in between. */
export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** A rename is kept only once the folder is written too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let from = 0; from < chunk.length; ) from += (await handle.write(chunk, from)).bytesWritten
}
