import { readFile } from 'node:fs/promises'
import { type OnnxSession, openSession, type SessionOptions } from '../../onnx/session.ts'

/** Opens a network from a file that is changed on the way. */
export async function openChanged(
  path: string,
  change: (file: Buffer) => Buffer,
  options: SessionOptions,
): Promise<OnnxSession> {
  const file = await readFile(path)
  const changed = change(file)
  free(file)
  const session = await openSession(changed, options)
  free(changed)
  return session
}

/** Gives the memory back now: a thread that is done with loading may not collect its garbage for hours. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
