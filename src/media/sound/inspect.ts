import { createInspector, type Inspector } from '../inspection/inspector.ts'
import { allContainers } from './accepted-sound.ts'
import type { SoundFacts } from './decode-facts.ts'
import { SoundError } from './sound-error.ts'

export type { SoundFacts } from './decode-facts.ts'
export { SoundError } from './sound-error.ts'

export type SoundInspector = Inspector<SoundFacts>

export interface SoundInspectorOptions {
  /** The time that one file may take, counted from when its turn comes. */
  seconds?: number
  maxAudioSeconds?: number
  /** Those that are accepted, by content: `wav`, `mp3`, …; all that are known when not given. */
  containers?: readonly string[]
  /** How long the worker is kept without work. */
  idleSeconds?: number
}

/** Decodes sound files from beginning to end. */
export function createSoundInspector(options: SoundInspectorOptions = {}): SoundInspector {
  const { seconds = 20, maxAudioSeconds = 3600, containers = allContainers, idleSeconds = 30 } = options
  return createInspector({
    subject: 'sound',
    worker: new URL('./inspect-worker.ts', import.meta.url),
    settings: { maxAudioSeconds, containers },
    refuse: message => new SoundError(message),
    seconds,
    idleSeconds,
  })
}
