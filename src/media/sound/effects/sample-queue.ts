import { nothing } from './effect.ts'

/** Samples on their way through: added at the end, forgotten at the beginning, counted from the first that ever came. */
export class SampleQueue {
  #samples = new Float32Array(4096)
  #length = 0
  /** The place of the first sample that is still there. */
  start = 0

  /** The place behind the last sample. */
  get end(): number {
    return this.start + this.#length
  }

  push(samples: Float32Array): void {
    if (this.#length + samples.length > this.#samples.length) {
      const larger = new Float32Array(Math.max(this.#samples.length * 2, this.#length + samples.length))
      larger.set(this.#samples.subarray(0, this.#length))
      this.#samples = larger
    }
    this.#samples.set(samples, this.#length)
    this.#length += samples.length
  }

  /** A view that is good until the next change. */
  view(from: number, to: number): Float32Array {
    return this.#samples.subarray(from - this.start, to - this.start)
  }

  /** Lets go of everything before that place. */
  forget(before: number): void {
    const count = Math.min(before - this.start, this.#length)
    if (count <= 0) return
    this.#samples.copyWithin(0, count, this.#length)
    this.#length -= count
    this.start += count
  }

  take(count: number): Float32Array {
    if (count <= 0) return nothing
    const taken = this.#samples.slice(0, Math.min(count, this.#length))
    this.forget(this.start + taken.length)
    return taken
  }
}
