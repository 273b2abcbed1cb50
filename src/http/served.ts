import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Family } from '../core/keys.ts'

/** What is known of a request once it is over: for the log, the metrics and the usage. */
export interface Served {
  readonly requestId: string
  readonly method: string
  /** The pattern, such as `/v1/files/:file_id`: raw paths hold ids and signatures. */
  readonly route: string
  readonly family: Family | undefined
  readonly caller: Caller | undefined
  readonly admitted: boolean
  readonly model: string
  /** 499 when the caller left before the end. */
  readonly status: number
  readonly bytes: number
  readonly milliseconds: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The model that this request is for, once the body has named it. */
    model: string
  }
  interface FastifyContextConfig {
    family?: Family
  }
}

/** Tells once of every request, however it ended. */
export function watchRequests(app: FastifyInstance, onServed: (served: Served) => void): void {
  app.decorateRequest('model', '')
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now()
    const sentBefore = request.raw.socket.bytesWritten
    reply.raw.once('close', () => onServed(describe(request, reply, started, sentBefore)))
    done()
  })
}

function describe(request: FastifyRequest, reply: FastifyReply, started: number, sentBefore: number): Served {
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    family: request.routeOptions.config.family,
    caller: request.caller ?? undefined,
    admitted: request.admitted,
    model: request.model,
    status: reply.raw.writableFinished ? reply.raw.statusCode : 499,
    bytes: request.raw.socket.bytesWritten - sentBefore,
    milliseconds: performance.now() - started,
  }
}
