import type { Engine, TextEngine } from './core/engine.ts'
import { PlatformError } from './core/errors.ts'

const nothing: TextEngine['sees'] = { image: false, video: false, audio: false }

/**
 * A text engine whose weights may still be on their way: until they are there, `open` throws what the caller is to be
 * told. What it will see is known before.
 */
export function engineOfWeights(open: () => Engine, willSee: TextEngine['sees'] = nothing): Engine {
  let engine: Engine | undefined
  const text = (): TextEngine => {
    engine ??= open()
    if (engine.text) return engine.text
    throw new PlatformError('internal_error', 'The engine of these weights writes no text.')
  }
  return {
    text: {
      get sees() {
        return engine?.text?.sees ?? willSee
      },
      async *generate(request, signal, hints) {
        yield* text().generate(request, signal, hints)
      },
      countTokens: async (request, signal) => text().countTokens(request, signal),
    },
    close: async () => engine?.close(),
  }
}
