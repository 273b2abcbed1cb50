import { closeSync, openSync, readSync } from 'node:fs'

export const largestFile = 1024 * 1024

export type FileText = { readonly text: string } | { readonly absent: true } | { readonly problem: string }

export function readConfigFile(path: string): FileText {
  try {
    const bytes = readAtMost(path, largestFile + 1)
    if (bytes.length > largestFile)
      return { problem: `the file is larger than 1 MB; accepted: at most ${largestFile} bytes` }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return { absent: true }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { problem: 'the file is not UTF-8 text' }
    if (code === 'EISDIR') return { problem: 'this is a folder; accepted: a YAML file' }
    return { problem: `the file cannot be read (${typeof code === 'string' ? code : 'unknown error'})` }
  }
}

function readAtMost(path: string, limit: number): Buffer {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(limit)
    let length = 0
    while (length < limit) {
      const read = readSync(descriptor, bytes, length, limit - length, null)
      if (read === 0) break
      length += read
    }
    return bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}
