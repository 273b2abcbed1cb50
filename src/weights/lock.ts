import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

/** Who holds it and how far they are. */
interface Holder {
  readonly token: string
  readonly pid: number
  readonly host: string
  readonly done: number
  readonly total: number
}

export interface Progress {
  readonly done: number
  readonly total: number
}

export interface Lock {
  /** Aborted when somebody else took it because this process seemed dead. */
  readonly lost: AbortSignal
  report(progress: Progress): void
  release(): Promise<void>
}

const beatMs = 500
/** Longer than any stall of a living process; a dead one on this machine is noticed at once. */
const staleMs = 15_000

/** One holder among all processes that share the folder. Undefined while somebody living holds it. */
export async function tryLock(file: string): Promise<Lock | undefined> {
  await mkdir(dirname(file), { recursive: true })
  const own: Holder = { token: randomUUID(), pid: process.pid, host: hostname(), done: 0, total: 0 }
  if (await create(file, own)) return hold(file, own)
  if (!(await isStale(file))) return undefined
  // Taking over is guarded by a second file: else two could each remove the other's fresh lock.
  const guard = `${file}.takeover`
  if (!(await create(guard, own))) {
    if ((await ageOf(guard)) > staleMs) await rm(guard, { force: true })
    return undefined
  }
  try {
    if (!(await isStale(file))) return undefined
    await rm(file, { force: true })
    return (await create(file, own)) ? hold(file, own) : undefined
  } finally {
    await rm(guard, { force: true })
  }
}

/** What the living holder has done so far. Synchronous: states are asked for in the middle of requests. */
export function progressOfHolder(file: string): Progress | undefined {
  try {
    const holder: Holder = JSON.parse(readFileSync(file, 'utf8'))
    const age = Date.now() - statSync(file).mtimeMs
    return age <= staleMs && isAlive(holder) ? holder : undefined
  } catch {
    return undefined
  }
}

function hold(file: string, own: Holder): Lock {
  const lost = new AbortController()
  let progress: Progress = own
  let beating = Promise.resolve()
  const beat = async () => {
    if ((await readHolder(file))?.token !== own.token) return lost.abort(new Error('another process took over'))
    const next = `${file}.${own.token}`
    await writeFile(next, JSON.stringify({ ...own, ...progress }))
    await rename(next, file)
  }
  const timer = setInterval(() => {
    // A full disk must not cost the lock: the old content stays, with a new time.
    beating = beating.then(beat).catch(() => utimes(file, new Date(), new Date()).catch(() => undefined))
  }, beatMs)
  timer.unref()
  return {
    lost: lost.signal,
    report(next) {
      progress = next
    },
    async release() {
      clearInterval(timer)
      await beating
      await rm(`${file}.${own.token}`, { force: true })
      if ((await readHolder(file))?.token === own.token) await rm(file, { force: true })
    },
  }
}

async function create(file: string, holder: Holder): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(JSON.stringify(holder))
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isStale(file: string): Promise<boolean> {
  if ((await ageOf(file)) > staleMs) return true
  const holder = await readHolder(file)
  return holder !== undefined && !isAlive(holder)
}

/** 0 for a file that is gone: whoever asks tries again. */
async function ageOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Elsewhere, process ids say nothing: there only the time of the last beat does. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
