import { detectorFrame, type SpeechDetector } from '../../../src/core/detector.ts'

/** Takes for speech what is loud. Counts its listeners, so that a test sees whether all were closed. */
export function createLoudnessDetector(): SpeechDetector & {
  readonly open: SpeechDetector['open']
  listeners: number
} {
  const detector = {
    listeners: 0,
    open() {
      detector.listeners += 1
      let isOpen = true
      return {
        async push(frames: Float32Array) {
          const count = frames.length / detectorFrame
          if (!Number.isInteger(count)) throw new Error('the detector was given half a frame')
          return Float32Array.from({ length: count }, (_, frame) => probability(frames, frame * detectorFrame))
        },
        close() {
          if (isOpen) detector.listeners -= 1
          isOpen = false
        },
      }
    },
    async close() {},
  }
  return detector
}

function probability(samples: Float32Array, from: number): number {
  let peak = 0
  for (let at = from; at < from + detectorFrame; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0))
  return peak > 0.05 ? 0.95 : 0.02
}
