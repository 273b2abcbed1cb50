import { createInspector, type Inspector } from '../inspection/inspector.ts'
import type { VideoFacts } from './decode-facts.ts'
import { VideoError } from './video-error.ts'

export type { VideoFacts } from './decode-facts.ts'
export { VideoError } from './video-error.ts'

export type VideoInspector = Inspector<VideoFacts>

export interface VideoInspectorOptions {
  /** The time that one file may take, counted from when its turn comes. */
  seconds?: number
  /** How long the worker is kept without work. */
  idleSeconds?: number
}

/** Tells whether a file is an mp4 whose pictures can be decoded. */
export function createVideoInspector({ seconds = 20, idleSeconds = 30 }: VideoInspectorOptions = {}): VideoInspector {
  return createInspector({
    subject: 'video',
    worker: new URL('./inspect-worker.ts', import.meta.url),
    refuse: message => new VideoError(message),
    seconds,
    idleSeconds,
  })
}
