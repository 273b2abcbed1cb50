import { destination, type Logger, pino } from 'pino'

export interface LogOptions {
  readonly level: string
  readonly format: 'json' | 'pretty'
}

/** Lines that are written with one call to the system. */
const batchLength = 32 * 1024
const flushMs = 500
/** `{"level":50,`: where the first digit of a level stands, and from which on a line does not wait. */
const levelAt = 9
const grave = '5'

/** Lines are gathered and written off the hot path; what is left is written when the process ends. */
export async function createLogger({ level, format }: LogOptions): Promise<Logger> {
  const options = { level, base: null, redact: ['req.headers.authorization', 'req.headers["x-api-key"]'] }
  if (format === 'pretty') {
    const { default: pretty } = await import('pino-pretty')
    return pino(options, pretty({ ignore: 'pid,hostname' }))
  }
  const out = destination({ fd: 1, sync: false, maxWrite: batchLength })
  // Gathered here: the destination measures all that it has gathered again with each line.
  let lines: string[] = []
  let length = 0
  const handOver = () => {
    if (length === 0) return
    out.write(lines.join(''))
    lines = []
    length = 0
  }
  const timer = setInterval(handOver, flushMs)
  timer.unref()
  process.once('exit', () => {
    clearInterval(timer)
    try {
      handOver()
      out.flushSync()
    } catch {
      // Not open yet: nothing was written.
    }
  })
  return pino(options, {
    write(line: string) {
      lines.push(line)
      length += line.length
      if (length >= batchLength || (line[levelAt] ?? '') >= grave) handOver()
    },
  })
}
