import { type Effect, nothing, sampleBySample } from './effect.ts'

const beatsPerSecond = 5.5
const deepestSwell = 0.45
const longestDelaySeconds = 0.0007

/** A voice that shakes: its loudness and, a little, its pitch go up and down a few times a second. */
export function createTremble(rate: number, amount: number): Effect {
  if (amount === 0) return sampleBySample(sample => sample)
  const ring = new Float32Array(Math.ceil(rate * longestDelaySeconds) + 2)
  let count = 0
  return {
    push: samples =>
      samples.map(sample => {
        ring[count % ring.length] = sample
        const beat = 0.5 - 0.5 * Math.cos((2 * Math.PI * beatsPerSecond * count) / rate)
        const delay = beat * amount * longestDelaySeconds * rate
        const whole = Math.floor(delay)
        const at = (back: number) => ring[(count - back + ring.length * 2) % ring.length] ?? 0
        const moved = at(whole) + (at(whole + 1) - at(whole)) * (delay - whole)
        count += 1
        return moved * (1 - deepestSwell * amount * beat)
      }),
    end: () => nothing,
  }
}
