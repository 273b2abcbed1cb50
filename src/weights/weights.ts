import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog, WeightsEntry } from '../core/catalog.ts'
import { PlatformError } from '../core/errors.ts'
import type { ListedWeights, WeightsState, WeightsStore } from '../core/weights.ts'
import { PullError } from './failure.ts'
import { type FreeBytes, freeBytes } from './free-space.ts'
import { type Progress, progressOfHolder } from './lock.ts'
import { pullEntry } from './pull.ts'
import { checkoutFolder, isComplete, type Place, placeOf, sizeAt } from './shelf.ts'
import type { Supply } from './sources.ts'

export interface WeightsOptions {
  readonly catalog: Catalog
  /** Each entry has a folder of its name in it. */
  readonly folder: string
  readonly supply: Supply
  readonly free?: FreeBytes
}

export interface OpenWeights extends WeightsStore {
  /** Tells how far a pull is, until the function that it returns is called. */
  watch(listener: (name: string, progress: Progress) => void): () => void
  /** They are going to be fetched: until they are, they count as on their way. */
  expect(name: string): void
  /** Takes in, without any network, the files that somebody has copied here; answers with the names that are now ready. */
  takeInCopies(): Promise<string[]>
  close(): Promise<void>
}

interface Pull {
  readonly done: Promise<void>
  readonly stop: AbortController
}

export function createWeights({ catalog, folder: root, supply, free = freeBytes }: WeightsOptions): OpenWeights {
  const pulls = new Map<string, Pull>()
  const expected = new Map<string, Progress>()
  const failures = new Map<string, string>()
  const complete = new Map<string, Place>()
  const listeners = new Set<(name: string, progress: Progress) => void>()

  function entryOf(name: string): WeightsEntry {
    const entry = catalog.get(name)
    if (entry) return entry
    throw new PlatformError(
      'not_found',
      `There are no weights named "${name}"; there are: ${[...catalog.keys()].join(', ')}.`,
    )
  }

  function state(name: string): WeightsState {
    const entry = entryOf(name)
    const own = checkoutFolder(entry)
    if (own !== undefined) return { state: 'ready', folder: own }
    const place = placeOf(root, name)
    // Looked at with care once; afterwards only whether somebody has removed them.
    if (complete.has(name) && existsSync(place.marker)) return { state: 'ready', folder: place.folder }
    complete.delete(name)
    if (isComplete(place, entry)) {
      complete.set(name, place)
      return { state: 'ready', folder: place.folder }
    }
    const progress = expected.get(name) ?? progressOfHolder(place.lock)
    return progress ? { state: 'arriving', percent: percentOf(progress) } : { state: 'absent' }
  }

  async function begin(entry: WeightsEntry, stop: AbortController): Promise<void> {
    const { name } = entry
    const isExpected = expected.has(name)
    if (!isExpected) expected.set(name, { done: 0, total: 1 })
    try {
      const onProgress = (progress: Progress) => {
        expected.set(name, progress)
        for (const listener of listeners) listener(name, progress)
      }
      await pullEntry(root, { entry, place: placeOf(root, name), supply, free, signal: stop.signal, onProgress })
      failures.delete(name)
      expected.delete(name)
    } catch (error) {
      // What is expected is tried again, and stays on its way.
      if (!isExpected) expected.delete(name)
      if (!stop.signal.aborted) failures.set(name, tellable(error))
      throw error
    } finally {
      pulls.delete(name)
    }
  }

  function launch(entry: WeightsEntry): Promise<void> {
    const stop = new AbortController()
    const done = begin(entry, stop)
    pulls.set(entry.name, { done, stop })
    return done
  }

  function listed(entry: WeightsEntry): ListedWeights {
    const failure = failures.get(entry.name)
    return {
      entry,
      state: state(entry.name),
      comesWithMedley: checkoutFolder(entry) !== undefined,
      ...(failure !== undefined && { failure }),
    }
  }

  return {
    state,
    folder(name) {
      const found = state(name)
      if (found.state === 'ready') return found.folder
      throw notThere(name, found)
    },
    list: () => [...catalog.values()].map(listed),
    get: name => listed(entryOf(name)),
    async pull(name) {
      const entry = entryOf(name)
      if (state(name).state === 'ready') return
      await (pulls.get(name)?.done ?? launch(entry))
    },
    async remove(name) {
      const entry = entryOf(name)
      if (checkoutFolder(entry) !== undefined) {
        throw new PlatformError('request_params_invalid', `"${name}" comes with Medley and can't be removed.`)
      }
      const running = pulls.get(name)
      if (!running && progressOfHolder(placeOf(root, name).lock)) {
        throw new PlatformError('request_params_invalid', `Another process is fetching "${name}"; stop it first.`)
      }
      running?.stop.abort()
      await running?.done.catch(() => undefined)
      expected.delete(name)
      failures.delete(name)
      const place = placeOf(root, name)
      // The marker first: what is half deleted must not pass for whole.
      await rm(place.marker, { force: true })
      for (const path of [place.folder, place.parts]) await rm(path, { recursive: true, force: true })
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    expect(name) {
      if (state(name).state === 'absent') expected.set(name, { done: 0, total: 1 })
    },
    async takeInCopies() {
      const copied = [...catalog.values()].filter(
        entry =>
          state(entry.name).state === 'absent' &&
          entry.files.every(({ path, bytes }) => sizeAt(join(root, entry.name, path)) === bytes),
      )
      const good: string[] = []
      for (const entry of copied) {
        const files = entry.files.map(file => ({ ...file, sources: [] }))
        // Why a file is not good is told by what asks for it to be fetched.
        if (
          await launch({ ...entry, files }).then(
            () => true,
            () => false,
          )
        )
          good.push(entry.name)
      }
      return good
    },
    async close() {
      const running = [...pulls.values()]
      for (const { stop } of running) stop.abort()
      await Promise.allSettled(running.map(({ done }) => done))
    },
  }
}

/** What is not ours may name paths of this machine. */
function tellable(error: unknown): string {
  if (error instanceof PullError) return error.message
  return (error as NodeJS.ErrnoException).code ?? 'an internal error'
}

/** 100 is for what is there: the last bytes have yet to be verified. */
export function percentOf({ done, total }: Progress): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))
}

function notThere(name: string, found: Exclude<WeightsState, { state: 'ready' }>): PlatformError {
  if (found.state === 'arriving') {
    const message = `The weights "${name}" are on their way to this server: ${found.percent} % are here. Try again later.`
    return new PlatformError('service_unavailable', message, { retryAfter: found.percent > 90 ? 5 : 20 })
  }
  const message = `The weights "${name}" are not on this server. Whoever runs it can fetch them with: medley models pull ${name}`
  return new PlatformError('service_unavailable', message, { retryAfter: 300 })
}
