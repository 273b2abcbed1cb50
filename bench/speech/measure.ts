import { performance } from 'node:perf_hooks'

/** Yields how many seconds of sound each piece holds; bytes of a file count when they come. */
export type Speaking = () => AsyncIterable<number>

export interface Row {
  readonly name: string
  readonly atOnce: number
  /** Median of the requests, in milliseconds. */
  readonly firstMs: number
  /** Seconds of waiting for a second of sound, all requests together. */
  readonly wall: number
  /** Seconds of processor time for a second of sound; it depends little on who else uses the machine. */
  readonly cpu: number
  /** Seconds of processor time for the whole text: silence makes a second of sound cheaper, but not this. */
  readonly text: number
}

/** So many at the same time. What children spend is told by `childSeconds`. */
export async function measure(name: string, atOnce: number, speaking: Speaking, childSeconds = () => 0): Promise<Row> {
  const before = process.cpuUsage()
  const childrenBefore = childSeconds()
  const start = performance.now()
  const heard = await Promise.all(Array.from({ length: atOnce }, () => listen(speaking)))
  const wall = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  const sound = heard.reduce((sum, { seconds }) => sum + seconds, 0)
  const firsts = heard.map(({ firstMs }) => firstMs).sort((a, b) => a - b)
  const cpu = (user + system) / 1e6 + childSeconds() - childrenBefore
  return {
    name,
    atOnce,
    firstMs: firsts[Math.floor(firsts.length / 2)] ?? 0,
    wall: wall / sound,
    cpu: cpu / sound,
    text: cpu / atOnce,
  }
}

async function listen(speaking: Speaking): Promise<{ firstMs: number; seconds: number }> {
  const start = performance.now()
  let firstMs = 0
  let seconds = 0
  for await (const length of speaking()) {
    firstMs ||= performance.now() - start
    seconds += length
  }
  return { firstMs, seconds }
}
