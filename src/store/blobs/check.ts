import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Blobs } from '../../core/blobs.ts'

/** Writes, reads and deletes a small blob; throws what is wrong. */
export async function checkBlobs(blobs: Blobs): Promise<void> {
  const name = `checks/${randomUUID()}`
  await blobs.put(name, content())
  try {
    const stored = await blobs.open(name)
    if (!stored || (await text(stored)) !== word) throw new Error('a blob was read back with other bytes')
  } finally {
    await blobs.delete(name)
  }
}

const word = 'medley'

async function* content() {
  yield Buffer.from(word)
}
