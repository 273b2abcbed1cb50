import { type DestinationStream, type Logger, symbols } from 'pino'
import type { Served } from './served.ts'

const infoLevel = 30

/**
 * One line a request: who, what, how it ended. Never prompts, names of files or secrets. The line is the same as the
 * logger's own, and goes the same way; written here it costs a third, which every request pays.
 */
export function createAccessLog(logger: Logger): (served: Served) => void {
  const { [symbols.streamSym]: out } = logger as Logger & { [symbols.streamSym]: DestinationStream }
  return ({ requestId, method, route, family, caller, model, status, bytes, milliseconds }) => {
    if (!logger.isLevelEnabled('info')) return
    const line = JSON.stringify({
      level: infoLevel,
      time: Date.now(),
      requestId,
      method,
      route,
      family,
      keyId: caller?.key.id,
      projectId: caller?.projectId,
      model: model === '' ? undefined : model,
      status,
      bytes,
      ms: Math.round(milliseconds * 10) / 10,
      msg: 'served',
    })
    out.write(`${line}\n`)
  }
}
