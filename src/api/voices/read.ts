import { PlatformError } from '../../core/errors.ts'
import type { SystemVoicesQuery } from './schema.ts'

const model = 'svcaudio-2.5-tts'

/** The two messages are part of the wire. */
export function assertSystemVoicesModel(query: SystemVoicesQuery): void {
  const message = !query.model ? 'model is required' : query.model === model ? undefined : 'invalid model'
  if (message) throw new PlatformError('request_params_invalid', message, { param: 'model' })
}
