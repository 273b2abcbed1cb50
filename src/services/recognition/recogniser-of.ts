import { invalid, PlatformError } from '../../core/errors.ts'
import type { RecognitionEngine } from '../../core/recognition.ts'
import type { Models } from '../models.ts'

/** Throws where the model does not exist, does not hear, or nothing serves it. */
export type RecogniserOf = (model: string) => RecognitionEngine

export function createRecogniserOf(
  models: Models,
  engineOf: (model: string) => RecognitionEngine | undefined,
): RecogniserOf {
  return id => {
    if (models.get(id).capability !== 'recognition') throw invalid('model', `"${id}" does not recognise speech.`)
    const engine = engineOf(id)
    if (engine) return engine
    throw new PlatformError('service_unavailable', `Nothing serves "${id}" yet: name an engine for it in medley.yaml.`)
  }
}
