import { createPowers, triangles, weighed } from './spectrum.ts'

const [rate, window, hop, size, bands] = [16_000, 400, 160, 512, 80]
const [lowest, emphasis, floor] = [20, 0.97, 1.192_092_9e-7]
/** The second listener was taught with samples of 16 bits. */
const loudest = 32_768

/** How 80 bands differ from their mean over the whole sound, 100 times a second, as the second listener was taught to hear. */
export function logMel(samples: Float32Array): { readonly frames: number; readonly values: Float32Array } {
  const frames = Math.max(1, 1 + Math.floor((samples.length - window) / hop))
  const values = new Float32Array(frames * bands)
  const means = new Float64Array(bands)
  for (let frame = 0; frame < frames; frame++) {
    const power = powers(shaped(samples, frame * hop))
    for (const [band, filter] of filters.entries()) {
      const value = Math.log(Math.max(floor, weighed(filter, power)))
      values[frame * bands + band] = value
      means[band] = (means[band] ?? 0) + value / frames
    }
  }
  return { frames, values: values.map((value, i) => value - (means[i % bands] ?? 0)) }
}

export const logMelBands = bands

const powers = createPowers(size)
const weights = Float64Array.from(
  { length: window },
  (_, n) => (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (window - 1))) ** 0.85,
)
const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
const filters = triangles(
  Array.from({ length: bands + 2 }, (_, i) => toMel(lowest) + ((toMel(rate / 2) - toMel(lowest)) * i) / (bands + 1)),
  Array.from({ length: size / 2 + 1 }, (_, bin) => toMel((bin * rate) / size)),
)

/** Without its mean, with the high tones raised, and fading at both ends. */
function shaped(samples: Float32Array, start: number): Float64Array {
  const frame = Float64Array.from({ length: window }, (_, n) => loudest * (samples[start + n] ?? 0))
  const mean = frame.reduce((sum, sample) => sum + sample, 0) / window
  return frame.map(
    (sample, n) => (weights[n] ?? 0) * (sample - mean - emphasis * ((n > 0 ? (frame[n - 1] ?? 0) : sample) - mean)),
  )
}
