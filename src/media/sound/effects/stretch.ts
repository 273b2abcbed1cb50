import { type Effect, joined, sampleBySample } from './effect.ts'
import { SampleQueue } from './sample-queue.ts'

const hopSeconds = 0.015
const searchSeconds = 0.01
const coarseStep = 4

/**
 * Faster or slower at the same pitch: overlapping windows are taken from the input at another pace, each moved to where it
 * best continues the one before.
 */
export function createTimeStretch(rate: number, speed: number): Effect {
  if (speed === 1) return sampleBySample(sample => sample)
  const hop = Math.round(rate * hopSeconds)
  const search = Math.round(rate * searchSeconds)
  const fade = Float32Array.from({ length: hop }, (_, n) => 0.5 - 0.5 * Math.cos((Math.PI * (n + 0.5)) / hop))
  const input = new SampleQueue()
  /** Room for a search before the beginning. */
  const lead = search
  input.push(new Float32Array(lead))
  let received = 0
  let made = 0
  let windows = 0
  /** Where the window before, if it went on, would continue. */
  let natural = lead

  function next(): Float32Array {
    const target = Math.round(lead + windows * hop * speed)
    const chosen = windows === 0 ? lead : bestPlace(target)
    const tail = input.view(natural, natural + hop)
    const head = input.view(chosen, chosen + hop)
    const output = new Float32Array(hop)
    for (let n = 0; n < hop; n++) {
      const weight = fade[n] ?? 0
      output[n] = (tail[n] ?? 0) * (1 - weight) + (head[n] ?? 0) * weight
    }
    natural = chosen + hop
    windows += 1
    made += hop
    input.forget(Math.min(natural, Math.round(lead + windows * hop * speed) - search))
    return output
  }

  function bestPlace(target: number): number {
    const first = Math.max(input.start, target - search)
    const last = target + search
    let best = { place: target, score: Number.NEGATIVE_INFINITY }
    const look = (place: number) => {
      const score = similarity(place)
      if (score > best.score) best = { place, score }
    }
    for (let place = first; place <= last; place += coarseStep) look(place)
    const centre = best.place
    for (let place = Math.max(first, centre - coarseStep); place <= Math.min(last, centre + coarseStep); place++)
      look(place)
    return best.place
  }

  /** How well what is at that place fits to what would come naturally, whatever its loudness. */
  function similarity(place: number): number {
    const wanted = input.view(natural, natural + hop)
    const found = input.view(place, place + hop)
    let [product, energy] = [0, 1e-9]
    for (let n = 0; n < hop; n += 2) {
      product += (wanted[n] ?? 0) * (found[n] ?? 0)
      energy += (found[n] ?? 0) ** 2
    }
    return product / Math.sqrt(energy)
  }

  function ready(): boolean {
    const reach = Math.max(natural, Math.round(lead + windows * hop * speed) + search) + hop
    return reach <= input.end
  }

  return {
    push(samples) {
      input.push(samples)
      received += samples.length
      const pieces: Float32Array[] = []
      while (ready()) pieces.push(next())
      return joined(pieces)
    },
    end() {
      const wanted = Math.round(received / speed)
      const missing = wanted - made
      const pieces: Float32Array[] = []
      while (made < wanted) {
        while (!ready()) input.push(new Float32Array(hop))
        pieces.push(next())
      }
      return joined(pieces).subarray(0, Math.max(0, missing))
    },
  }
}
