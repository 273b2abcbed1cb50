import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { defaultLimits, type ExtractLimits } from '../limits.ts'
import { readDocument } from '../read-document.ts'

/** A file that lasts as long as the test. */
export async function temporaryFile(filename: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medley-document-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, filename)
  await writeFile(path, content)
  return path
}

/** What is read from a document with this content, in this process. */
export async function documentText(
  filename: string,
  content: string | Uint8Array,
  limits: Partial<ExtractLimits> = {},
): Promise<string> {
  const path = await temporaryFile(filename, content)
  return readDocument({ path, filename, limits: { ...defaultLimits, ...limits } })
}
