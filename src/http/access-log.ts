import type { Logger } from 'pino'
import type { Served } from './served.ts'

/** One line a request: who, what, how it ended. Never prompts, names of files or secrets. */
export function logServed(logger: Logger, served: Served): void {
  const { requestId, method, route, family, caller, model, status, bytes, milliseconds } = served
  logger.info(
    {
      requestId,
      method,
      route,
      family,
      keyId: caller?.key.id,
      projectId: caller?.projectId,
      ...(model !== '' && { model }),
      status,
      bytes,
      ms: Math.round(milliseconds * 10) / 10,
    },
    'served',
  )
}
