import type { Engine } from '../../src/core/engine.ts'
import type { GenerationRequest, Started } from '../../src/core/generation.ts'
import { createScriptedEngine, type ScriptedReply } from '../../src/engines/scripted/scripted.ts'

export interface WatchedEngine extends Engine {
  /** What ended each generation, or will. */
  readonly signals: AbortSignal[]
  readonly requests: GenerationRequest[]
}

/** An engine that gives these replies one after the other, whatever it is asked, and begins again after the last. */
export function createWatchedEngine(
  replies: readonly [ScriptedReply, ...ScriptedReply[]],
  ignored: Started['ignored'] = [],
): WatchedEngine {
  const engines = replies.map(reply => createScriptedEngine({ replies: [reply] }))
  const signals: AbortSignal[] = []
  const requests: GenerationRequest[] = []
  return {
    signals,
    requests,
    text: {
      sees: { image: true, video: true, audio: true },
      async *generate(request, signal) {
        const engine = engines[signals.length % engines.length]
        signals.push(signal)
        requests.push(request)
        for await (const event of engine?.text?.generate(request, signal) ?? []) {
          yield event.type === 'started' ? { ...event, ignored } : event
        }
      },
      countTokens: async () => 10,
    },
    close: async () => {},
  }
}
