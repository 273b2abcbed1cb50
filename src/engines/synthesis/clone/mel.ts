import { createPowers, triangles, weighed } from './spectrum.ts'

const [rate, window, hop, bands] = [16_000, 400, 160, 40]
/** Frames that the listener hears at once, and how far apart it listens. */
const [frames, step] = [160, 77]

/** The strength of 40 bands, 100 times a second, in stretches of 1.6 s, as the first listener was taught to hear. */
export function melWindows(samples: Float32Array): { readonly windows: number; readonly values: Float32Array } {
  const count = Math.max(frames, 1 + Math.floor(samples.length / hop))
  const spectrum = new Float32Array(count * bands)
  for (let frame = 0; frame < count; frame++) {
    spectrum.set(bandsAt(samples, frame * hop - window / 2), frame * bands)
  }
  const starts = Array.from({ length: 1 + Math.floor((count - frames) / step) }, (_, i) => i * step)
  const values = new Float32Array(starts.length * frames * bands)
  for (const [i, start] of starts.entries()) {
    values.set(spectrum.subarray(start * bands, (start + frames) * bands), i * frames * bands)
  }
  return { windows: starts.length, values }
}

export const melShape = [frames, bands] as const

const hann = Float64Array.from({ length: window }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / window))
const powers = createPowers(window)
const filters = makeFilters()

function bandsAt(samples: Float32Array, start: number): Float32Array {
  const power = powers(Float64Array.from(hann, (weight, n) => weight * (samples[start + n] ?? 0)))
  return Float32Array.from(filters, filter => weighed(filter, power))
}

/** Triangles on Slaney's scale: linear below 1000 Hz, logarithmic above, all of one area. */
function makeFilters(): Float64Array[] {
  const [perStep, knee, kneeStep, growth] = [200 / 3, 1000, 15, Math.log(6.4) / 27]
  const toHertz = (m: number) => (m < kneeStep ? m * perStep : knee * Math.exp((m - kneeStep) * growth))
  const top = kneeStep + Math.log(rate / 2 / knee) / growth
  const points = Array.from({ length: bands + 2 }, (_, i) => toHertz((top * i) / (bands + 1)))
  const bins = Array.from({ length: window / 2 + 1 }, (_, bin) => (bin * rate) / window)
  return triangles(points, bins).map((filter, band) =>
    filter.map(height => (height * 2) / ((points[band + 2] ?? 0) - (points[band] ?? 0))),
  )
}
