import { readdirSync, readFileSync } from 'node:fs'
import { Pool } from 'undici'

export interface Target {
  readonly name: string
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: (stream: boolean) => string
  /** The process whose work is counted; none for the direct way. */
  readonly pid: number | undefined
}

export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Milliseconds of the processor for each request. */
  readonly cpu: number
}

/** So many requests at a time, until all are done. */
export async function load(target: Target, stream: boolean, connections: number, total: number): Promise<Measured> {
  const pool = new Pool(target.origin, { connections })
  const body = target.body(stream)
  const times: number[] = []
  const cpuBefore = cpuMilliseconds(target.pid)
  const started = performance.now()
  let left = total
  const worker = async () => {
    while (left-- > 0) {
      const from = performance.now()
      await exchange(pool, target, body)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - started) / 1000
  const cpu = (cpuMilliseconds(target.pid) - cpuBefore) / total
  await pool.close()
  times.sort((a, b) => a - b)
  return { perSecond: total / seconds, p50: at(times, 0.5), p99: at(times, 0.99), cpu }
}

/** Milliseconds until the first event, one stream at a time, the targets in turn: none is met fresher than the others. */
export async function firstEvents(targets: readonly Target[], total: number): Promise<Map<Target, number>> {
  const lanes = targets.map(target => ({
    target,
    pool: new Pool(target.origin, { connections: 1 }),
    times: [] as number[],
  }))
  for (let done = 0; done < total; done++) {
    for (const { target, pool, times } of lanes) {
      const from = performance.now()
      times.push((await exchange(pool, target, target.body(true))) - from)
    }
  }
  await Promise.all(lanes.map(({ pool }) => pool.close()))
  return new Map(
    lanes.map(({ target, times }) => [
      target,
      at(
        times.sort((a, b) => a - b),
        0.5,
      ),
    ]),
  )
}

/** Reads the whole reply; tells when its first bytes came. As lean as can be: the load must not be what is measured. */
function exchange(pool: Pool, { path, headers }: Target, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0
    let first = 0
    pool.dispatch(
      { path, method: 'POST', headers, body },
      {
        onRequestStart() {},
        onResponseStart(_, statusCode) {
          status = statusCode
        },
        onResponseData() {
          first ||= performance.now()
        },
        onResponseEnd() {
          if (status === 200 && first > 0) resolve(first)
          else reject(new Error(`${path} answered ${status}`))
        },
        onResponseError: (_, error) => reject(error),
      },
    )
  })
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function cpuMilliseconds(pid: number | undefined): number {
  if (pid === undefined) return 0
  let nanoseconds = 0
  // Of all threads, to the nanosecond; what the whole process is told to have used is in hundredths of a second.
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  }
  return nanoseconds / 1e6
}
