import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, interceptors, request } from 'undici'
import { PullError, reasonOf } from './failure.ts'

export interface Address {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly dispatcher: Dispatcher
}

export interface DownloadOptions {
  /** What is there of it from an earlier attempt is built upon. */
  readonly to: string
  /** More is not taken. */
  readonly atMost: number
  readonly signal: AbortSignal
  /** Throws when so many bytes more would not fit. */
  readonly assertSpace: (bytes: number) => Promise<void>
  readonly onProgress: (share: number) => void
  /** Milliseconds before the first further attempt; each next one waits twice as long. */
  readonly patienceMs?: number
}

const attempts = 4

/** Fetches a file that never changes, going on where a cut left off. Attempts that got further do not count. */
export async function download(address: Address, options: DownloadOptions): Promise<void> {
  const { to, signal, patienceMs = 1000 } = options
  let left = attempts
  for (let have = await sizeOf(to); ; ) {
    try {
      return await attempt(address, have, options)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof PullError || isOfDisk(error)) throw error
      const now = await sizeOf(to)
      left = now > have ? attempts - 1 : left - 1
      have = now
      if (left === 0) throw new PullError(`${hostOf(address.url)}: ${reasonOf(error)}`, { cause: error })
      await sleep(patienceMs * 2 ** (attempts - 1 - left), undefined, { signal })
    }
  }
}

async function attempt(address: Address, have: number, options: DownloadOptions): Promise<void> {
  const { to, atMost, signal, assertSpace, onProgress } = options
  const reply = await request(address.url, {
    dispatcher: address.dispatcher.compose(interceptors.redirect({ maxRedirections: 5 })),
    headers: { ...address.headers, 'accept-encoding': 'identity', ...(have > 0 && { range: `bytes=${have}-` }) },
    headersTimeout: 30_000,
    bodyTimeout: 60_000,
    signal,
  })
  const from = startOf(reply)
  if (reply.statusCode === 416 && have > 0) {
    await reply.body.dump()
    const whole = /\*\/(\d+)$/.exec(String(reply.headers['content-range']))?.[1]
    if (Number(whole) === have) return
    // What is here is not the beginning of what is there.
    await rm(to, { force: true })
    throw new Error('the server does not have what was left to fetch')
  }
  if (reply.statusCode >= 400 || from === undefined) {
    await reply.body.dump()
    throw refusal(address.url, reply.statusCode)
  }
  if (from !== 0 && from !== have) {
    await reply.body.dump()
    await rm(to, { force: true })
    throw new Error('the server sent another range than the one asked for')
  }
  const length = Number(reply.headers['content-length'] ?? Number.NaN)
  const total = from + length
  if (total > atMost) {
    reply.body.destroy()
    throw new PullError(`${hostOf(address.url)} offers ${total} bytes where at most ${atMost} are expected`)
  }
  if (length > 0) await assertSpace(length)
  // Chunk by chunk: a pipeline that is cut would drop what it has received and not yet written.
  const file = await open(to, from === 0 ? 'w' : 'a')
  try {
    let done = from
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      done += chunk.length
      if (done > atMost) throw new PullError(`${hostOf(address.url)} sends more than ${atMost} bytes`)
      await file.writeFile(chunk)
      if (total > 0) onProgress(done / total)
    }
  } finally {
    await file.close()
  }
}

/** Trying again would fill the disk again. */
function isOfDisk(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'ENOENT'].includes(code)
}

/** Where in the file the reply begins; a server that knows no ranges sends all of it. */
function startOf({ statusCode, headers }: Dispatcher.ResponseData): number | undefined {
  if (statusCode === 200) return 0
  if (statusCode !== 206) return undefined
  const start = /^bytes (\d+)-/.exec(String(headers['content-range']))?.[1]
  return start === undefined ? undefined : Number(start)
}

/** What may pass is an ordinary error and tried again; what will not is a PullError. */
function refusal(url: string, status: number): Error {
  const message = `${hostOf(url)} answers ${status}${status === 401 || status === 403 ? ' (it wants other credentials)' : ''}`
  return status === 408 || status === 425 || status === 429 || status >= 500
    ? new Error(message)
    : new PullError(message)
}

export function hostOf(url: string): string {
  return new URL(url).host
}

export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}
