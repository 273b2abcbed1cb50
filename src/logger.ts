import { destination, type Logger, pino } from 'pino'

export interface LogOptions {
  readonly level: string
  readonly format: 'json' | 'pretty'
}

/** Lines are gathered and written off the hot path; what is left is written when the process ends. */
export async function createLogger({ level, format }: LogOptions): Promise<Logger> {
  const options = { level, base: null, redact: ['req.headers.authorization', 'req.headers["x-api-key"]'] }
  if (format === 'pretty') {
    const { default: pretty } = await import('pino-pretty')
    return pino(options, pretty({ ignore: 'pid,hostname' }))
  }
  const out = destination({ fd: 1, sync: false, minLength: 64 * 1024, maxWrite: 128 * 1024 })
  const logger = pino(options, out)
  const timer = setInterval(() => out.flush(), 500)
  timer.unref()
  process.once('exit', () => {
    clearInterval(timer)
    try {
      out.flushSync()
    } catch {
      // Not open yet: nothing was written.
    }
  })
  return logger
}
