import { type Effect, sampleBySample } from './effect.ts'
import { SampleQueue } from './sample-queue.ts'

/** Zero crossings of the kernel on each side: the more, the steeper its edge. */
const crossings = 24
/** Of Kaiser's window: what the kernel lets through beyond its edge is 80 dB down. */
const beta = 8
/** Where the edge begins, so that it ends at half the lower rate. */
const edge = 0.93

/** From one rate to another with a windowed sinc; the same samples come out however the input is cut into pieces. */
export function createResampler(from: number, to: number): Effect {
  if (from === to) return sampleBySample(sample => sample)
  const divisor = greatestCommonDivisor(from, to)
  const [up, down] = [to / divisor, from / divisor]
  const cutoff = Math.min(1, to / from) * edge
  const half = Math.ceil(crossings / cutoff)
  const kernels = makeKernels(up, half, cutoff)
  const input = new SampleQueue()
  // The first outputs look at what was before the beginning: silence.
  input.push(new Float32Array(half))
  let received = 0
  let made = 0

  function makeUpTo(wanted: number): Float32Array {
    const last = input.end - half - half - 1
    // The output at n looks at inputs around n·down/up.
    const possible = last < 0 ? 0 : Math.ceil(((last + 1) * up) / down)
    const output = new Float32Array(Math.max(0, Math.min(possible, wanted) - made))
    for (let n = 0; n < output.length; n++) {
      const position = (made + n) * down
      const centre = Math.floor(position / up)
      const kernel = kernels[position % up]
      if (!kernel) continue
      const window = input.view(centre, centre + kernel.length)
      let sum = 0
      for (let k = 0; k < kernel.length; k++) sum += (window[k] ?? 0) * (kernel[k] ?? 0)
      output[n] = sum
    }
    made += output.length
    input.forget(Math.floor((made * down) / up))
    return output
  }

  return {
    push(samples) {
      input.push(samples)
      received += samples.length
      return makeUpTo(Number.POSITIVE_INFINITY)
    },
    end() {
      input.push(new Float32Array(2 * half + 2))
      return makeUpTo(Math.round((received * up) / down))
    },
  }
}

/** One kernel for each place that an output can have between two inputs. */
function makeKernels(phases: number, half: number, cutoff: number): Float32Array[] {
  const norm = besselI0(beta)
  return Array.from({ length: phases }, (_, phase) => {
    const kernel = new Float32Array(2 * half + 1)
    let sum = 0
    for (let k = 0; k < kernel.length; k++) {
      const distance = k - half - phase / phases
      const inside = 1 - (distance / (half + 1)) ** 2
      const x = Math.PI * distance * cutoff
      const sinc = x === 0 ? 1 : Math.sin(x) / x
      const value = inside <= 0 ? 0 : (sinc * besselI0(beta * Math.sqrt(inside))) / norm
      kernel[k] = value
      sum += value
    }
    // A constant stays what it is, at every phase.
    return kernel.map(value => value / sum)
  })
}

function besselI0(x: number): number {
  let [sum, term] = [1, 1]
  for (let n = 1; term > sum * 1e-12; n++) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
