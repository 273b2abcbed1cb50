import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface TemporaryFile {
  /** Good for as long as the file is open, for readers in this process. */
  readonly path: string
  readonly bytes: number
  read(): AsyncIterable<Buffer>
}

/** Keeps content in a file without a name: its space is free again once `use` is over, even when that is because of a kill. */
export async function withTemporaryFile<T>(
  folder: string,
  content: AsyncIterable<Uint8Array>,
  use: (file: TemporaryFile) => Promise<T>,
): Promise<T> {
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
    const read = () => file.createReadStream({ start: 0, autoClose: false, highWaterMark: 3 * 1024 * 1024 })
    return await use({ path: `/dev/fd/${file.fd}`, bytes, read })
  } finally {
    await file.close()
  }
}
