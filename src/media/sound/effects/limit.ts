import { type Effect, nothing } from './effect.ts'

const lookAheadSeconds = 0.005
const releaseSeconds = 0.08

/** Turns peaks down before they come, so that nothing is louder than the ceiling and nothing is cut off. */
export function createLimiter(rate: number, ceiling = 0.97): Effect {
  const window = Math.max(2, Math.round(rate * lookAheadSeconds))
  const release = 1 - Math.exp(-1 / (rate * releaseSeconds))
  const delayed = new Float32Array(window)
  const wanted = new Float64Array(window).fill(1)
  /** How much is taken away, in a ring: its mean is what is really applied. */
  const taken = new Float64Array(window)
  const lowest: number[] = []
  let sum = 0
  let envelope = 1
  let count = 0

  /** The lowest wanted gain of the last window, kept as a rising queue of places. */
  function lowestWanted(place: number, gain: number): number {
    wanted[place % window] = gain
    while (lowest.length > 0 && (wanted[(lowest.at(-1) ?? 0) % window] ?? 1) >= gain) lowest.pop()
    lowest.push(place)
    while ((lowest[0] ?? place) <= place - window) lowest.shift()
    return wanted[(lowest[0] ?? place) % window] ?? 1
  }

  function step(sample: number): number {
    const level = Math.abs(sample)
    const target = lowestWanted(count, level > ceiling ? ceiling / level : 1)
    envelope = target < envelope ? target : envelope + (target - envelope) * release
    const slot = count % window
    sum += 1 - envelope - (taken[slot] ?? 0)
    taken[slot] = 1 - envelope
    const oldest = (count + 1) % window
    delayed[slot] = sample
    count += 1
    return (delayed[oldest] ?? 0) * (1 - Math.max(0, sum) / window)
  }

  const through = (samples: Float32Array) => {
    const before = count
    const output = samples.map(step)
    // What comes out first is the silence that the look-ahead began with.
    return output.subarray(Math.max(0, Math.min(output.length, window - 1 - before)))
  }
  return {
    push: through,
    end: () => (count === 0 ? nothing : through(new Float32Array(window - 1))),
  }
}
