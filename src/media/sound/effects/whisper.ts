import { type Effect, joined, sampleBySample } from './effect.ts'
import { predict } from './linear-prediction.ts'
import { SampleQueue } from './sample-queue.ts'

const hopSeconds = 0.01

/** The mouth of the voice with breath instead of its tone; 1 has no tone left. */
export function createWhisper(rate: number, amount: number): Effect {
  if (amount === 0) return sampleBySample(sample => sample)
  const hop = Math.round(rate * hopSeconds)
  const length = 2 * hop
  const order = Math.min(24, Math.round(rate / 1000) + 4)
  // Independent noises add up in power: the squares of these windows sum to one.
  const fade = Float32Array.from({ length }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / length))
  const random = createNoise()
  const input = new SampleQueue()
  input.push(new Float32Array(hop))
  let overlap: Float32Array = new Float32Array(hop)
  let received = 0
  let made = 0

  function next(): Float32Array {
    const window = input.view(input.start, input.start + length)
    const breath = breathLike(window)
    const output = new Float32Array(hop)
    for (let n = 0; n < hop; n++) {
      const noise = (overlap[n] ?? 0) + (breath[n] ?? 0) * (fade[n] ?? 0)
      output[n] = (1 - amount) * (window[n] ?? 0) + amount * noise
    }
    overlap = Float32Array.from({ length: hop }, (_, n) => (breath[hop + n] ?? 0) * (fade[hop + n] ?? 0))
    input.forget(input.start + hop)
    return output
  }

  /** Noise with the colour and the strength of these samples. */
  function breathLike(window: Float32Array): Float32Array {
    const shaped = window.map((sample, n) => sample * (fade[n] ?? 0))
    const coefficients = predict(shaped, order)
    const breath = new Float32Array(length)
    let energy = 1e-12
    for (let n = 0; n < length; n++) {
      let value = random()
      for (let k = 1; k <= Math.min(order, n); k++) value -= (coefficients[k] ?? 0) * (breath[n - k] ?? 0)
      breath[n] = value
      energy += value * value
    }
    const strength = window.reduce((sum, sample) => sum + sample * sample, 0)
    const scale = Math.sqrt(strength / energy)
    return breath.map(sample => sample * scale)
  }

  function drain(wanted: number): Float32Array {
    const pieces: Float32Array[] = []
    while (input.end - input.start >= length && made < wanted) {
      pieces.push(next())
      made += hop
    }
    return joined(pieces)
  }

  return {
    push(samples) {
      input.push(samples)
      received += samples.length
      const before = made
      const output = drain(Number.POSITIVE_INFINITY)
      // The first hop is the silence that the window began with.
      return before === 0 ? output.subarray(Math.min(hop, output.length)) : output
    },
    end() {
      const wanted = received + hop
      const missing = wanted - made
      input.push(new Float32Array(length * 2))
      const before = made
      const output = drain(wanted).subarray(0, Math.max(0, missing))
      return before === 0 ? output.subarray(Math.min(hop, output.length)) : output
    },
  }
}

/** The same noise each time, so that the same request gives the same sound. */
function createNoise(): () => number {
  let state = 0x9e3779b9
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 31 - 1
  }
}
