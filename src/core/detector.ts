/** How many samples, at 16,000 a second, one probability stands for. */
export const detectorFrame = 512

/** Tells speech from everything else, for many listeners at once. */
export interface SpeechDetector {
  /** A listener with a memory of its own. */
  open(): DetectorStream
  close(): Promise<void>
}

export interface DetectorStream {
  /** The probability of speech in each frame; takes any number of whole frames, in order. */
  push(frames: Float32Array): Promise<Float32Array>
  close(): void
}
