import { readFileSync } from 'node:fs'
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

/** Milliseconds until the first event, one stream at a time. */
export async function firstEvent(target: Target, total: number): Promise<number> {
  const pool = new Pool(target.origin, { connections: 1 })
  const times: number[] = []
  for (let done = 0; done < total; done++) {
    const from = performance.now()
    times.push((await exchange(pool, target, target.body(true))) - from)
  }
  await pool.close()
  times.sort((a, b) => a - b)
  return at(times, 0.5)
}

/** Reads the whole reply; tells when its first bytes came. */
async function exchange(pool: Pool, { path, headers }: Target, body: string): Promise<number> {
  const { statusCode, body: reply } = await pool.request({ path, method: 'POST', headers, body })
  let first = 0
  let bytes = 0
  for await (const chunk of reply) {
    first ||= performance.now()
    bytes += (chunk as Buffer).length
  }
  if (statusCode !== 200 || bytes === 0) throw new Error(`${path} answered ${statusCode} with ${bytes} bytes`)
  return first
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function cpuMilliseconds(pid: number | undefined): number {
  if (pid === undefined) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // Ticks of a hundredth of a second, in user and in system mode.
  return (Number(fields[11]) + Number(fields[12])) * 10
}
