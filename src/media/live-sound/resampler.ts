/** Zero crossings of the filter on each side: enough that nothing audible folds back. */
const reach = 16
/** Positions between two samples for which the filter is worked out beforehand. */
const phases = 256

/** From one rate to another, piece by piece: what it remembers of the last piece keeps the seams silent. */
export class Resampler {
  readonly #step: number
  readonly #half: number
  readonly #table: Float32Array
  #held: Float32Array
  /** Where in `#held` the next sample is taken from. */
  #at: number

  constructor(from: number, to: number) {
    this.#step = from / to
    // Going down, what the lower rate can't hold is filtered out: the filter gets longer and lower.
    const cutoff = Math.min(1, to / from) * 0.95
    this.#half = Math.ceil(reach / cutoff)
    this.#table = filterTable(this.#half, cutoff)
    this.#held = new Float32Array(this.#half)
    this.#at = this.#half
  }

  push(samples: Float32Array): Float32Array {
    if (this.#step === 1) return samples
    const all = new Float32Array(this.#held.length + samples.length)
    all.set(this.#held)
    all.set(samples, this.#held.length)
    const count = Math.max(0, Math.ceil((all.length - this.#half - this.#at) / this.#step))
    const out = new Float32Array(count)
    for (let index = 0; index < count; index++) out[index] = this.#sample(all, this.#at + index * this.#step)
    this.#at += count * this.#step
    const drop = Math.min(all.length, Math.max(0, Math.floor(this.#at) - this.#half))
    this.#held = all.slice(drop)
    this.#at -= drop
    return out
  }

  /** What is still inside. */
  end(): Float32Array {
    return this.#step === 1 ? new Float32Array(0) : this.push(new Float32Array(this.#half))
  }

  #sample(all: Float32Array, position: number): number {
    const base = Math.floor(position)
    const width = this.#half * 2
    const row = Math.min(phases - 1, Math.floor((position - base) * phases)) * width
    const first = base - this.#half + 1
    let sum = 0
    for (let tap = 0; tap < width; tap++) sum += (all[first + tap] ?? 0) * (this.#table[row + tap] ?? 0)
    return sum
  }
}

/** One row of taps a phase: a sinc under a Blackman window, each row summing to one. */
function filterTable(half: number, cutoff: number): Float32Array {
  const width = half * 2
  const table = new Float32Array(phases * width)
  for (let phase = 0; phase < phases; phase++) {
    const offset = (phase + 0.5) / phases
    let sum = 0
    for (let tap = 0; tap < width; tap++) {
      const distance = tap - half + 1 - offset
      const value = sinc(distance * cutoff) * blackman(distance / half)
      table[phase * width + tap] = value
      sum += value
    }
    for (let tap = 0; tap < width; tap++) table[phase * width + tap] = (table[phase * width + tap] ?? 0) / sum
  }
  return table
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function blackman(x: number): number {
  return Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
}
