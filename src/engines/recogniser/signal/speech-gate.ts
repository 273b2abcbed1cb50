import { detectorFrame } from '../../../core/detector.ts'
import { type Silero, SileroMemory } from '../../detector/silero.ts'

/** Hiss and breath reach 0.8 now and then; every sentence goes above 0.9. */
const likely = 0.85
/** 100 ms: shorter than any word that a person would miss. */
const enough = 3

/** Whether anybody speaks; it listens no further than to the first word. */
export async function hasSpeech(silero: Silero, samples: Float32Array): Promise<boolean> {
  const memory = new SileroMemory()
  const frame = new Float32Array(detectorFrame)
  let found = 0
  for (let at = 0; at < samples.length; at += detectorFrame) {
    frame.fill(0).set(samples.subarray(at, at + detectorFrame))
    const [probability = 0] = await silero.probabilities([memory], [frame])
    if (probability > likely) found += 1
    if (found >= enough) return true
  }
  return false
}
