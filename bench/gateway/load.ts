import { readdirSync, readFileSync } from 'node:fs'
import { Connection } from './connection.ts'

export interface Target {
  readonly name: string
  readonly port: number
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
  const open = Array.from({ length: connections }, () => new Connection(target.port))
  const request = requestBytes(target, stream)
  const times: number[] = []
  const cpuBefore = cpuMilliseconds(target.pid)
  const started = performance.now()
  let left = total
  const worker = async (connection: Connection) => {
    while (left-- > 0) {
      const from = performance.now()
      await connection.exchange(request)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(open.map(worker))
  const seconds = (performance.now() - started) / 1000
  const cpu = (cpuMilliseconds(target.pid) - cpuBefore) / total
  for (const connection of open) connection.close()
  times.sort((a, b) => a - b)
  return { perSecond: total / seconds, p50: at(times, 0.5), p99: at(times, 0.99), cpu }
}

/** Milliseconds until the first event, one stream at a time, the targets in turn: none is met fresher than the others. */
export async function firstEvents(targets: readonly Target[], total: number): Promise<Map<Target, number>> {
  const lanes = targets.map(target => ({
    target,
    connection: new Connection(target.port),
    request: requestBytes(target, true),
    times: [] as number[],
  }))
  for (let done = 0; done < total; done++) {
    for (const { connection, request, times } of lanes) {
      const from = performance.now()
      times.push((await connection.exchange(request)).first - from)
    }
  }
  for (const { connection } of lanes) connection.close()
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

function requestBytes({ port, path, headers, body }: Target, stream: boolean): Buffer {
  const json = body(stream)
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    ...headers,
    'content-length': String(Buffer.byteLength(json)),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`)
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
