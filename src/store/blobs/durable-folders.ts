import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes folders whose own entries survive a crash too. One at a time, so that nobody finds a folder that another call
 * has made but not synced yet.
 */
export function durableFolders(): (folder: string) => Promise<void> {
  let last = Promise.resolve()
  return folder => {
    const make = () => makeDurably(folder)
    last = last.then(make, make)
    return last
  }
}

async function makeDurably(folder: string): Promise<void> {
  const highest = await mkdir(folder, { recursive: true })
  if (highest === undefined) return
  let parent = folder
  do {
    parent = dirname(parent)
    await syncFolder(parent)
  } while (parent !== dirname(highest))
}

/** An entry (a new file, a rename) is only durable once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
