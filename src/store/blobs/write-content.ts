import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { untilAborted } from './until-aborted.ts'

/** Writes chunk by chunk, hashing and counting what passes. */
export async function writeContent(file: FileHandle, content: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of untilAborted(content, signal)) {
    hash.update(chunk)
    bytes += chunk.byteLength
    await file.writeFile(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}
