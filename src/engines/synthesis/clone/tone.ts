import type { Sound } from '../../../core/sound.ts'
import { type Effect, nothing } from '../../../media/sound/effects/effect.ts'

/** The middles of the bands in hertz; a recording of a telephone has nothing above them. */
export const toneBands: readonly number[] = [
  150, 250, 350, 450, 570, 700, 840, 1000, 1170, 1370, 1600, 1850, 2150, 2500, 2900, 3400, 4000, 4800, 5800, 7000,
]
const most = 8
const frameSeconds = 0.032
const taps = 255

/** Decibels for each band that bring the mean colour of one sound near that of another. */
export function toneTowards(from: Sound, to: Sound): number[] {
  const [own, wanted] = [colourOf(from), colourOf(to)]
  const steps = toneBands.map((_, band) => (wanted[band] ?? 0) - (own[band] ?? 0))
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
  return steps.map(step => Math.round(10 * Math.min(most, Math.max(-most, step - mean))) / 10)
}

/** The strength of each band in decibels, where it is loud enough to be a voice. */
function colourOf({ samples, rate }: Sound): number[] {
  const frame = Math.round(rate * frameSeconds)
  const starts = Array.from({ length: Math.floor(samples.length / frame) }, (_, i) => i * frame)
  const energies = starts.map(start => samples.subarray(start, start + frame).reduce((sum, x) => sum + x * x, 0))
  const loud = energies.toSorted((a, b) => b - a)[Math.floor(energies.length / 2)] ?? 0
  const voiced = starts.filter((_, i) => (energies[i] ?? 0) >= loud)
  return toneBands.map((middle, band) => {
    const width = ((toneBands[band + 1] ?? middle * 1.2) - (toneBands[band - 1] ?? middle * 0.6)) / 2
    const tones = [-0.4, -0.2, 0, 0.2, 0.4].map(part => middle + part * width)
    const power = voiced.reduce(
      (sum, start) => sum + tones.reduce((all, hertz) => all + powerAt(samples, start, frame, hertz / rate), 0),
      0,
    )
    return 10 * Math.log10(power / (voiced.length || 1) + 1e-9)
  })
}

/** Of one frequency, in one frame. */
function powerAt(samples: Float32Array, start: number, length: number, cycles: number): number {
  const turn = 2 * Math.cos(2 * Math.PI * cycles)
  let [before, last] = [0, 0]
  for (let n = 0; n < length; n++) {
    const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / length)
    ;[before, last] = [last, weight * (samples[start + n] ?? 0) + turn * last - before]
  }
  return last * last + before * before - turn * last * before
}

/** Raises and lowers the bands of a sound. */
export function createTone(gains: readonly number[], rate: number): Effect {
  const kernel = kernelOf(gains, rate)
  const middle = (taps - 1) / 2
  let held: Float32Array = new Float32Array(middle)
  const through = (samples: Float32Array): Float32Array => {
    const input = new Float32Array(held.length + samples.length)
    input.set(held)
    input.set(samples, held.length)
    const output = new Float32Array(Math.max(0, input.length - taps + 1))
    for (let n = 0; n < output.length; n++) {
      let sum = 0
      for (let k = 0; k < taps; k++) sum += (kernel[k] ?? 0) * (input[n + k] ?? 0)
      output[n] = sum
    }
    held = input.slice(output.length)
    return output
  }
  return {
    push: samples => (samples.length === 0 ? nothing : through(samples)),
    end: () => through(new Float32Array(middle)),
  }
}

/** A filter whose strength follows the bands, straight from one middle to the next, the same forwards and backwards. */
function kernelOf(gains: readonly number[], rate: number): Float32Array {
  const points = 512
  const strengths = Array.from({ length: points + 1 }, (_, i) => 10 ** (gainAt(gains, (i * rate) / 2 / points) / 20))
  const middle = (taps - 1) / 2
  return Float32Array.from({ length: taps }, (_, tap) => {
    const distance = tap - middle
    const sum = strengths.reduce((total, strength, i) => {
      const share = i === 0 || i === points ? 0.5 : 1
      return total + share * strength * Math.cos((Math.PI * i * distance) / points)
    }, 0)
    return (sum / points) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / (middle + 1)))
  })
}

function gainAt(gains: readonly number[], hertz: number): number {
  const next = toneBands.findIndex(middle => middle >= hertz)
  if (next <= 0) return gains[next === 0 ? 0 : gains.length - 1] ?? 0
  const [low = 0, high = 1] = [toneBands[next - 1], toneBands[next]]
  const share = (hertz - low) / (high - low)
  return (1 - share) * (gains[next - 1] ?? 0) + share * (gains[next] ?? 0)
}
