import { open } from 'node:fs/promises'
import { fromBufferPromise, type Options, openPromise, type ZipFile } from 'yauzl'

const END_RECORD = Buffer.from('PK\x05\x06', 'latin1')
const END_RECORD_BYTES = 22
const COMMENT_BYTES = 65_535

/** Opens an archive. Some programs and uploads append a few bytes to it, which the library takes for damage. */
export async function openZip(path: string, options: Options): Promise<ZipFile> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const tailBytes = Math.min(size, END_RECORD_BYTES + COMMENT_BYTES)
    const { buffer: tail } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, size - tailBytes)
    const appended = tailBytes - endOfArchive(tail)
    if (appended === 0) return await openPromise(path, options)
    return await fromBufferPromise((await file.readFile()).subarray(0, -appended), options)
  } finally {
    await file.close()
  }
}

/** Where the record at the end of an archive ends, or the end of the bytes when there is none. */
function endOfArchive(tail: Buffer): number {
  const at = tail.lastIndexOf(END_RECORD)
  if (at === -1 || at + END_RECORD_BYTES > tail.length) return tail.length
  return Math.min(tail.length, at + END_RECORD_BYTES + tail.readUInt16LE(at + 20))
}
