import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PlatformError } from '../../../src/core/errors.ts'
import type { Weights } from '../../../src/core/weights.ts'

/** The weights that lie in MEDLEY_WEIGHTS, one folder each; those that are not there are absent. */
export function weightsHere(folder = process.env.MEDLEY_WEIGHTS ?? ''): Weights {
  const isHere = (name: string) => folder !== '' && existsSync(join(folder, name))
  return {
    folder(name) {
      if (isHere(name)) return join(folder, name)
      throw new PlatformError('service_unavailable', `${name} is not in MEDLEY_WEIGHTS.`)
    },
    state: name => (isHere(name) ? { state: 'ready', folder: join(folder, name) } : { state: 'absent' }),
  }
}
