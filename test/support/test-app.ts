import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { dressFor } from '../../src/api/dress.ts'
import { createServer, type ServerOptions } from '../../src/http/server.ts'

/** The server with no endpoint, quiet and patient unless a test wants otherwise. */
export function createTestApp(options: Partial<ServerOptions> = {}): FastifyInstance {
  return createServer({
    logger: pino({ level: 'silent' }),
    dressFor,
    onServed: () => {},
    headerMs: 10_000,
    uploadIdleMs: 10_000,
    isStopping: () => false,
    ...options,
  })
}
