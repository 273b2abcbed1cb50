import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

type Said = [object: unknown, message?: string]

/**
 * Lines about a request carry its id. The logger that adds it is made when there is something to say: most requests say
 * nothing, and to make one is dear.
 */
export function logByRequest(app: FastifyInstance): void {
  app.setChildLoggerFactory((logger, bindings, options) => {
    const log: unknown = new RequestLog(() => logger.child(bindings, options))
    return log as FastifyBaseLogger
  })
}

class RequestLog {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #logger(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }

  get level(): string {
    return this.#logger.level
  }
  fatal(...said: Said): void {
    this.#logger.fatal(...said)
  }
  error(...said: Said): void {
    this.#logger.error(...said)
  }
  warn(...said: Said): void {
    this.#logger.warn(...said)
  }
  info(...said: Said): void {
    this.#logger.info(...said)
  }
  debug(...said: Said): void {
    this.#logger.debug(...said)
  }
  trace(...said: Said): void {
    this.#logger.trace(...said)
  }
  silent(): void {}
  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#logger.child(...given)
  }
}
