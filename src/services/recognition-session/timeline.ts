import { detectorFrame } from '../../core/detector.ts'
import { pauseProbability, speechProbability } from '../recognition/pauses.ts'

/**
 * What was heard in a session, by the number of the sample: the sound that may still be asked for, and how much like
 * speech each frame of it was. Kept in 16 bits, since an item may last for minutes.
 */
export class Timeline {
  #samples = new Int16Array(16_000)
  #first = 0
  #end = 0
  #probabilities: number[] = []
  #firstFrame = 0

  /** The first sample that is kept. */
  get first(): number {
    return this.#first
  }

  /** One after the last sample. */
  get end(): number {
    return this.#end
  }

  add(samples: Float32Array): void {
    const held = this.#end - this.#first
    if (held + samples.length > this.#samples.length) {
      const larger = new Int16Array(Math.max(2 * this.#samples.length, held + samples.length))
      larger.set(this.#samples.subarray(0, held))
      this.#samples = larger
    }
    for (let at = 0; at < samples.length; at++) {
      this.#samples[held + at] = Math.max(-32_768, Math.min(32_767, Math.round((samples[at] ?? 0) * 32_768)))
    }
    this.#end += samples.length
  }

  addProbabilities(probabilities: Float32Array): void {
    this.#probabilities.push(...probabilities)
  }

  /** Nothing before that sample will be asked for. */
  forget(before: number): void {
    const drop = Math.min(before, this.#end) - this.#first
    // Moved in large steps only.
    if (drop < this.#samples.length / 2) return
    const kept = this.#samples.slice(drop, this.#end - this.#first)
    this.#samples = new Int16Array(Math.max(16_000, 2 * kept.length))
    this.#samples.set(kept)
    this.#first += drop
    const frames = Math.floor(this.#first / detectorFrame) - this.#firstFrame
    this.#probabilities.splice(0, frames)
    this.#firstFrame += frames
  }

  slice(from: number, to: number): Float32Array {
    const part = this.#samples.subarray(Math.max(0, from - this.#first), Math.max(0, to - this.#first))
    const samples = new Float32Array(part.length)
    for (let at = 0; at < part.length; at++) samples[at] = (part[at] ?? 0) / 32_768
    return samples
  }

  /** Of the frames that lie within; those that were not judged yet are missing. */
  probabilities(from: number, to: number): number[] {
    const first = Math.max(0, Math.floor(from / detectorFrame) - this.#firstFrame)
    return this.#probabilities.slice(first, Math.max(first, Math.ceil(to / detectorFrame) - this.#firstFrame))
  }

  /** Where speech begins at or after that sample. */
  firstSpeech(from: number): number | undefined {
    const frame = this.probabilities(from, this.#end).findIndex(value => value >= speechProbability)
    return frame < 0 ? undefined : Math.max(from, (Math.floor(from / detectorFrame) + frame) * detectorFrame)
  }

  /** Where speech ends before that sample. */
  lastSpeech(from: number, to: number): number | undefined {
    const frame = this.probabilities(from, to).findLastIndex(value => value >= pauseProbability)
    return frame < 0 ? undefined : Math.min(to, (Math.floor(from / detectorFrame) + frame + 1) * detectorFrame)
  }

  /** The same, by itself: what happens to this one does not change it. */
  copy(from: number, to: number): Timeline {
    const copied = new Timeline()
    const first = Math.max(this.#first, Math.floor(from / detectorFrame) * detectorFrame)
    copied.#samples = this.#samples.slice(first - this.#first, Math.max(first, to) - this.#first)
    copied.#first = first
    copied.#end = Math.max(first, to)
    copied.#firstFrame = Math.floor(first / detectorFrame)
    copied.#probabilities = this.probabilities(first, to)
    return copied
  }
}
