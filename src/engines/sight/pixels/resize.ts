import type { Pixels } from '../../../media/pictures/decode-pixels.ts'

/** Which pixels of a row make up each of the new ones, and how much of each. */
interface Taps {
  readonly first: Int32Array
  readonly weights: readonly Float32Array[]
}

/** Shrinks by averaging and enlarges by blending. */
export function resize(pixels: Pixels, width: number, height: number): Pixels {
  if (width === pixels.width && height === pixels.height) return pixels
  const narrow = scaleRows(pixels.data, pixels.width, pixels.height, tapsOf(pixels.width, width))
  return { width, height, data: scaleColumns(narrow, width, tapsOf(pixels.height, height)) }
}

function tapsOf(from: number, to: number): Taps {
  const scale = from / to
  const reach = Math.max(1, scale)
  const first = new Int32Array(to)
  const weights = Array.from({ length: to }, (_, index) => {
    const middle = (index + 0.5) * scale
    const start = Math.max(0, Math.floor(middle - reach))
    const end = Math.min(from, Math.ceil(middle + reach))
    const row = new Float32Array(end - start).map((_value, at) =>
      Math.max(0, 1 - Math.abs(start + at + 0.5 - middle) / reach),
    )
    const sum = row.reduce((total, weight) => total + weight, 0)
    first[index] = start
    return row.map(weight => weight / sum)
  })
  return { first, weights }
}

function scaleRows(data: Uint8Array, width: number, height: number, { first, weights }: Taps): Float32Array {
  const scaled = new Float32Array(weights.length * height * 3)
  let to = 0
  for (let y = 0; y < height; y++) {
    for (const [x, row] of weights.entries()) {
      let at = (y * width + (first[x] ?? 0)) * 3
      let [red, green, blue] = [0, 0, 0]
      for (let tap = 0; tap < row.length; tap++, at += 3) {
        const weight = row[tap] ?? 0
        red += weight * (data[at] ?? 0)
        green += weight * (data[at + 1] ?? 0)
        blue += weight * (data[at + 2] ?? 0)
      }
      scaled[to++] = red
      scaled[to++] = green
      scaled[to++] = blue
    }
  }
  return scaled
}

function scaleColumns(data: Float32Array, width: number, { first, weights }: Taps): Uint8Array<ArrayBuffer> {
  const length = width * 3
  const scaled = new Uint8Array(length * weights.length)
  const sums = new Float32Array(length)
  for (const [y, column] of weights.entries()) {
    sums.fill(0.5)
    for (let tap = 0; tap < column.length; tap++) {
      const weight = column[tap] ?? 0
      const from = ((first[y] ?? 0) + tap) * length
      for (let at = 0; at < length; at++) sums[at] = (sums[at] ?? 0) + weight * (data[from + at] ?? 0)
    }
    scaled.set(sums, y * length)
  }
  return scaled
}
