import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface TemporaryFile {
  /** Good for as long as the file is open, for readers in this process. */
  readonly path: string
  readonly bytes: number
  read(): AsyncIterable<Buffer>
}

/** A temporary file for longer than one call: it goes when it is disposed of. */
export interface KeptFile extends TemporaryFile, AsyncDisposable {}

/** Keeps content in a file without a name: its space is free again once it is closed, even when that is because of a kill. */
export async function keepTemporaryFile(folder: string, content: AsyncIterable<Uint8Array>): Promise<KeptFile> {
  await mkdir(folder, { recursive: true })
  const name = join(folder, `medley-media-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  try {
    await rm(name)
    let bytes = 0
    for await (const chunk of content) {
      await file.writeFile(chunk)
      bytes += chunk.length
    }
    return {
      path: `/dev/fd/${file.fd}`,
      bytes,
      read: () => file.createReadStream({ start: 0, autoClose: false, highWaterMark: 3 * 1024 * 1024 }),
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

export async function withTemporaryFile<T>(
  folder: string,
  content: AsyncIterable<Uint8Array>,
  use: (file: TemporaryFile) => Promise<T>,
): Promise<T> {
  await using file = await keepTemporaryFile(folder, content)
  return await use(file)
}
