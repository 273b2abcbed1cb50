import { readSync } from 'node:fs'

/** Whether an open file begins like text; who sent it by mistake is told so. */
export function holdsText(file: number): boolean {
  const start = Buffer.alloc(512)
  const bytes = start.subarray(0, readSync(file, start, 0, start.length, 0))
  try {
    // A character may be cut at the end of the piece: `stream` forgives that.
    return !/[^\P{Cc}\t\r\n]/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }))
  } catch {
    return false
  }
}
