import { invalid, PlatformError } from '../../core/errors.ts'
import type { PageRequest } from '../../core/voices.ts'
import type { SystemVoicesQuery, VoiceListQuery } from './schema.ts'

const model = 'svcaudio-2.5-tts'

/** The two messages are part of the wire. */
export function assertSystemVoicesModel(query: SystemVoicesQuery): void {
  const message = !query.model ? 'model is required' : query.model === model ? undefined : 'invalid model'
  if (message) throw new PlatformError('request_params_invalid', message, { param: 'model' })
}

export function readPage({ limit = '20', order = 'desc', before, after }: VoiceListQuery): PageRequest {
  const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  if (count < 1 || count > 100) {
    throw invalid('limit', `"limit" must be a whole number from 1 to 100 (got ${JSON.stringify(limit.slice(0, 60))}).`)
  }
  return {
    limit: count,
    order,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}
