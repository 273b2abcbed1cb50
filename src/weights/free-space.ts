import { statfs } from 'node:fs/promises'
import { PullError } from './failure.ts'
import { showSize } from './size.ts'

export type FreeBytes = (folder: string) => Promise<number>

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A disk that is full takes the database down with it. */
const margin = 64 * 1024 * 1024

export async function assertSpace(folder: string, needed: number, free: FreeBytes): Promise<void> {
  const there = await free(folder)
  if (there >= needed + margin) return
  throw new PullError(
    `the disk of the weights has ${showSize(there)} free and ${showSize(needed + margin)} are needed; make room, or set MEDLEY_WEIGHTS to a larger disk`,
  )
}
