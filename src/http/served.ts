import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformError } from '../core/errors.ts'
import type { Caller, Family } from '../core/keys.ts'
import { isSocketRequest } from './socket-server.ts'
import { statusOf as codeOf } from './status.ts'

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
  /** 499 when the caller left before the end, 101 for a socket; of a reply that failed on its way, what it failed with. */
  readonly status: number
  readonly bytes: number
  readonly milliseconds: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The model that this request is for, once the body has named it. */
    model: string
    /** Why the reply failed after its head was sent. It then counts as if it had failed before. */
    failure: PlatformError | null
  }
  interface FastifyContextConfig {
    family?: Family
  }
}

/** Tells once of every request that it is told of, however that ended. */
export function watchRequests(
  app: FastifyInstance,
  onServed: (served: Served) => void,
): (request: FastifyRequest, reply: FastifyReply) => void {
  app.decorateRequest('model', '')
  app.decorateRequest('failure', null)
  return (request, reply) => {
    const started = performance.now()
    const sentBefore = request.raw.socket.bytesWritten
    reply.raw.once('close', () => onServed(describe(request, reply, started, sentBefore)))
  }
}

function describe(request: FastifyRequest, reply: FastifyReply, started: number, sentBefore: number): Served {
  // Asked for once: it is put together anew each time.
  const { url, config } = request.routeOptions
  return {
    requestId: request.id,
    method: request.method,
    route: url ?? 'unknown',
    family: config.family,
    caller: request.caller ?? undefined,
    admitted: request.admitted,
    model: request.model,
    status: statusOf(request, reply),
    bytes: request.raw.socket.bytesWritten - sentBefore,
    milliseconds: performance.now() - started,
  }
}

function statusOf({ raw, failure }: FastifyRequest, reply: FastifyReply): number {
  if (reply.raw.writableFinished) return failure ? codeOf[failure.code] : reply.raw.statusCode
  // A socket is never finished; it was one if the reply was taken out of the framework's hands.
  return isSocketRequest(raw) && reply.sent ? 101 : 499
}
