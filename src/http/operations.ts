import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import type { Authenticate } from './caller.ts'
import type { Metrics } from './metrics.ts'

export interface OperationsParts {
  readonly metrics: Metrics
  readonly authenticate: Authenticate
  /** Throws why requests can't be served now. */
  readonly assertReady: () => Promise<void>
}

const hidden = { schema: { hide: true } }

/** What operators and their tools ask: is it alive, can it serve, what does it measure. */
export function operationsRoutes({ metrics, authenticate, assertReady }: OperationsParts) {
  return (scope: FastifyInstance): void => {
    scope.get('/health/live', hidden, async () => ({ status: 'live' }))
    scope.get('/health/ready', hidden, async () => {
      await assertReady()
      return { status: 'ready' }
    })
    scope.get('/metrics', hidden, async (request, reply) => {
      await assertMayMeasure(request, authenticate)
      const { contentType, text } = await metrics.render()
      return reply.type(contentType).send(text)
    })
  }
}

/** Collectors on the same machine need no key; from elsewhere, or through a proxy, an admin key. */
async function assertMayMeasure(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  if (isLoopback(request.socket.remoteAddress) && !forwarded) return
  const secret = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  const key = secret === undefined ? undefined : await authenticate(secret)
  if (!key?.admin) throw new PlatformError('invalid_api_key', 'Incorrect API key provided')
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address)
}
