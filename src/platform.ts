import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildServer } from './build-server.ts'
import { buildServices, type Services } from './build-services.ts'
import type { Config } from './config/config.ts'
import type { EnvironmentVariables } from './config/environment.ts'
import { watchConnections } from './http/connections.ts'
import { createMetrics } from './http/metrics.ts'
import { fetchStarterSet, type StarterEvents } from './weights/starter.ts'

/** The whole platform, built and not yet listening. */
export interface Platform extends Services {
  readonly app: FastifyInstance
  /** Begins to fetch the weights that a first start should have, in the background. */
  fetchStarterSet(events: StarterEvents): void
  /** Lets running requests end for so long, then cuts them; closes everything in reverse. */
  close(withinMs?: number): Promise<void>
}

/** The environment is for npm's sake alone, whose credentials may stand there. */
export async function buildPlatform(
  config: Config,
  logger: Logger,
  environment: EnvironmentVariables = {},
): Promise<Platform> {
  const closing = new AsyncDisposableStack()
  let stopping = false
  try {
    const metrics = createMetrics()
    const services = await buildServices(config, logger, metrics, closing, environment)
    const app = await buildServer(config, logger, metrics, services, () => stopping, closing)
    const connections = watchConnections(app.server)
    services.startSweeping()
    return {
      app,
      ...services,
      fetchStarterSet(events) {
        const fetching = fetchStarterSet(services.weights, events)
        closing.defer(() => fetching.stop())
      },
      async close(withinMs = 0) {
        stopping = true
        const tidy = setInterval(connections.closeIdle, 50)
        const cut = setTimeout(connections.closeAll, withinMs)
        await app.close()
        clearInterval(tidy)
        clearTimeout(cut)
        await closing.disposeAsync()
      },
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
