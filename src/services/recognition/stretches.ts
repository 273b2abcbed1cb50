import { type DetectorStream, detectorFrame } from '../../core/detector.ts'
import type { StretchLength } from '../../core/recognition.ts'
import { bestCut, holdsSpeech, pauseProbability, speechProbability } from './pauses.ts'

/** A stretch of speech between two pauses, as engines take it. */
export interface Stretch {
  /** Seconds from the beginning of the sound. */
  readonly start: number
  readonly samples: Float32Array
}

const rate = 16_000
const framesIn = (seconds: number) => Math.round((seconds * rate) / detectorFrame)

const usualLength: StretchLength = { good: 20, longest: 28 }
const shortPause = framesIn(0.45)
/** A pause that ends a stretch of any length: what comes after it is heard on its own. */
const endingPause = framesIn(2)
/** A cut that must be made looks for its pause after this share of the longest. */
const soonestCut = 0.35
/** Kept before and after speech, so that soft beginnings and endings are heard. */
const margin = framesIn(0.25)

/** Cuts sound of any length at its pauses; what holds no speech is left out. Never more than one stretch is held. */
export async function* cutStretches(
  sound: AsyncIterable<Float32Array>,
  detector: DetectorStream,
  { good, longest }: StretchLength = usualLength,
  onSeconds: (seconds: number) => void = () => {},
): AsyncGenerator<Stretch> {
  const lengths = { good: framesIn(good), longest: framesIn(longest) }
  let samples = new Float32Array(0)
  let probabilities: number[] = []
  let start = 0
  let total = 0

  /** Everything before that frame is done with. */
  const forget = (frames: number) => {
    samples = samples.slice(frames * detectorFrame)
    probabilities = probabilities.slice(frames)
    start += frames * detectorFrame
  }
  const take = (frames: number, isLast = false): Stretch | undefined => {
    const { from, to } = speechIn(probabilities, frames)
    const end = isLast && to === frames ? samples.length : to * detectorFrame
    const found = holdsSpeech(probabilities, from, to)
      ? { start: (start + from * detectorFrame) / rate, samples: samples.slice(from * detectorFrame, end) }
      : undefined
    forget(frames)
    return found
  }

  for await (const piece of inFrames(sound)) {
    total += piece.length
    onSeconds(total / rate)
    const whole = piece.length - (piece.length % detectorFrame)
    if (whole > 0) probabilities.push(...(await detector.push(piece.subarray(0, whole))))
    samples = joined(samples, piece)
    for (let cut = whereToCut(probabilities, lengths); cut !== undefined; cut = whereToCut(probabilities, lengths)) {
      const stretch = take(cut)
      if (stretch) yield stretch
    }
  }
  const last = take(probabilities.length, true)
  if (last) yield last
}

/** The frame at which the first stretch ends, once that is clear; lengths in frames. */
function whereToCut(probabilities: readonly number[], { good, longest }: StretchLength): number | undefined {
  const first = probabilities.findIndex(value => value >= speechProbability)
  // Nothing but silence: only its end may be the margin of what comes.
  if (first < 0) return probabilities.length > 4 * margin ? probabilities.length - margin : undefined
  const begins = Math.max(0, first - margin)
  let pause = 0
  for (let at = first; at < probabilities.length; at++) {
    pause = (probabilities[at] ?? 0) < pauseProbability ? pause + 1 : 0
    const length = at - begins
    if (pause >= endingPause) return at - pause + 1 + margin
    if (length >= good && pause >= shortPause) return at - Math.floor(pause / 2)
    if (length >= longest) return bestCut(probabilities, begins + Math.round(soonestCut * longest), at)
  }
  return undefined
}

function speechIn(probabilities: readonly number[], frames: number): { from: number; to: number } {
  const within = probabilities.slice(0, frames)
  const first = within.findIndex(value => value >= speechProbability)
  const last = within.findLastIndex(value => value >= pauseProbability)
  return { from: Math.max(0, first - margin), to: first < 0 ? 0 : Math.min(frames, last + 1 + margin) }
}

/** About a second at a time, in whole frames but for the last. */
async function* inFrames(sound: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array> {
  const size = framesIn(1) * detectorFrame
  let held = new Float32Array(0)
  for await (const piece of sound) {
    held = joined(held, piece)
    let at = 0
    for (; held.length - at >= size; at += size) yield held.slice(at, at + size)
    held = held.slice(at)
  }
  if (held.length > 0) yield held
}

function joined(a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
