import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FetchOptions, fetchEntry } from './fetch-entry.ts'
import { progressOfHolder, tryLock } from './lock.ts'
import { isComplete } from './shelf.ts'

const lookAgainMs = 200

/** Brings one entry, or waits for the process that is bringing it; takes over when that one dies. */
export async function pullEntry(root: string, options: FetchOptions): Promise<void> {
  const { entry, place, signal, onProgress } = options
  await mkdir(root, { recursive: true })
  while (!isComplete(place, entry)) {
    signal.throwIfAborted()
    const lock = await tryLock(place.lock)
    if (lock) {
      try {
        await fetchEntry({
          ...options,
          signal: AbortSignal.any([signal, lock.lost]),
          onProgress(progress) {
            lock.report(progress)
            onProgress(progress)
          },
        })
      } catch (error) {
        if (signal.aborted || !lock.lost.aborted) throw error
      } finally {
        await lock.release()
      }
    } else {
      const progress = progressOfHolder(place.lock)
      if (progress && progress.total > 0) onProgress(progress)
      await sleep(lookAgainMs, undefined, { signal })
    }
  }
}
