import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from './missing.ts'

const prefix = 'medley-blob-'
const dayMs = 24 * 60 * 60 * 1000

/** A path that nothing uses yet. */
export async function temporaryPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return join(folder, prefix + randomUUID())
}

/** A file without a name: its space is free again once it is closed, even when that is because of a kill. */
export async function openNamelessFile(folder: string) {
  const path = await temporaryPath(folder)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** Removes what killed processes have left; by age, because other processes may be using theirs at this moment. */
export async function removeOldTemporaryFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    const facts = await unlessMissing(stat(path))
    if (facts && Date.now() - facts.mtimeMs > dayMs) await rm(path, { force: true })
  }
}
