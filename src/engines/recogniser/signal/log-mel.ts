import { createFourier } from './fourier.ts'

const rate = 16_000
const window = 400
/** One column of the picture stands for this many samples: 10 ms. */
export const melHop = 160
export const melBands = 80
const bins = window / 2 + 1

/** Sound as Whisper sees it: `melBands` rows of one value for each 10 ms. */
export function createLogMel(): (samples: Float32Array, columns: number) => Float32Array {
  const fourier = createFourier(window)
  const bands = melFilters()
  const hann = Float64Array.from({ length: window }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / window))
  const real = new Float64Array(window)
  const imaginary = new Float64Array(window)
  const power = new Float64Array(bins * 2)

  /** Two neighbouring frames at once: they are the real and the imaginary part of one transform. */
  function powersOf(samples: Float32Array, column: number): void {
    const first = column * melHop - window / 2
    for (let i = 0; i < window; i++) {
      real[i] = (hann[i] ?? 0) * at(samples, first + i)
      imaginary[i] = (hann[i] ?? 0) * at(samples, first + melHop + i)
    }
    fourier(real, imaginary)
    for (let k = 0; k < bins; k++) {
      const mirror = (window - k) % window
      const a = real[k] ?? 0
      const b = imaginary[k] ?? 0
      const c = real[mirror] ?? 0
      const d = imaginary[mirror] ?? 0
      power[k] = ((a + c) ** 2 + (b - d) ** 2) / 4
      power[bins + k] = ((b + d) ** 2 + (c - a) ** 2) / 4
    }
  }

  return (samples, columns) => {
    const picture = new Float32Array(melBands * columns)
    let loudest = -10
    // What lies behind the sound is silence, and looks the same in every column.
    const heard = Math.min(columns, Math.ceil((samples.length + window) / melHop) + 1)
    picture.fill(-10)
    for (let column = 0; column < heard; column += 2) {
      powersOf(samples, column)
      for (let pair = 0; pair < 2 && column + pair < columns; pair++) {
        for (let band = 0; band < melBands; band++) {
          const { first, weights } = bands[band] ?? { first: 0, weights: [] }
          let sum = 0
          for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (power[pair * bins + first + i] ?? 0)
          const value = Math.log10(Math.max(sum, 1e-10))
          if (value > loudest) loudest = value
          picture[band * columns + column + pair] = value
        }
      }
    }
    for (let i = 0; i < picture.length; i++) picture[i] = (Math.max(picture[i] ?? 0, loudest - 8) + 4) / 4
    return picture
  }
}

/** The sound is mirrored at its beginning and silent behind its end. */
function at(samples: Float32Array, index: number): number {
  return samples[index < 0 ? -index : index] ?? 0
}

interface Band {
  readonly first: number
  readonly weights: readonly number[]
}

/** Triangles of equal area on Slaney's scale, which is linear up to 1000 Hz and logarithmic above. */
function melFilters(): Band[] {
  const edges = Array.from({ length: melBands + 2 }, (_, i) => hertz((i * mel(rate / 2)) / (melBands + 1)))
  return Array.from({ length: melBands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3)
    const weights = Array.from({ length: bins }, (_, bin) => {
      const frequency = (bin * rate) / window
      const slope = Math.min((frequency - low) / (middle - low), (high - frequency) / (high - middle))
      return (Math.max(0, slope) * 2) / (high - low)
    })
    const first = weights.findIndex(weight => weight > 0)
    return { first, weights: weights.slice(first, weights.findLastIndex(weight => weight > 0) + 1) }
  })
}

const linearStep = 200 / 3
const logarithmicFrom = 1000
const logarithmicStep = Math.log(6.4) / 27

function mel(frequency: number): number {
  if (frequency < logarithmicFrom) return frequency / linearStep
  return logarithmicFrom / linearStep + Math.log(frequency / logarithmicFrom) / logarithmicStep
}

function hertz(value: number): number {
  const bend = logarithmicFrom / linearStep
  return value < bend ? value * linearStep : logarithmicFrom * Math.exp(logarithmicStep * (value - bend))
}
