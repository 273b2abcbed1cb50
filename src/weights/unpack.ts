import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { PullError } from './failure.ts'
import { readTar } from './tar.ts'

export interface Wanted {
  /** Within the package. */
  readonly path: string
  write(content: AsyncIterable<Uint8Array>): Promise<void>
}

const piece = 256 * 1024

/** Streams some files out of a package. What is not wanted is skipped; nothing is written under a name that the package chose. */
export async function unpack(tarball: string, wanted: readonly Wanted[]): Promise<void> {
  const left = new Map(wanted.map(one => [one.path, one]))
  const bytes = createGunzip({ chunkSize: piece })
  // Its failures come to whoever reads the end of it.
  pipeline(createReadStream(tarball, { highWaterMark: piece }), bytes, () => undefined)
  try {
    for await (const { name, content } of readTar(bytes)) {
      // The first folder is "package" by custom only.
      const found = left.get(name.replace(/^(\.\/)?[^/]+\//, ''))
      if (found === undefined) continue
      left.delete(found.path)
      await found.write(content)
      if (left.size === 0) return
    }
  } catch (error) {
    if (error instanceof PullError || isOfSystem(error)) throw error
    throw new PullError('the package is damaged', { corrupt: true, cause: error })
  } finally {
    bytes.destroy()
  }
  const [missing] = left.keys()
  if (missing !== undefined) throw new PullError(`the package does not hold ${missing}`, { corrupt: true })
}

/** A full disk is not the package's fault. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
