import type { Pixels } from '../../../media/pictures/decode-pixels.ts'

/** Whole pixels of a picture, from this corner on; what lies beyond its edge is left out. */
export function crop(pixels: Pixels, left: number, top: number, width: number, height: number): Pixels {
  const right = Math.min(pixels.width, left + width)
  const bottom = Math.min(pixels.height, top + height)
  const data = new Uint8Array((right - left) * (bottom - top) * 3)
  for (let y = top; y < bottom; y++) {
    const from = (y * pixels.width + left) * 3
    data.set(pixels.data.subarray(from, from + (right - left) * 3), (y - top) * (right - left) * 3)
  }
  return { width: right - left, height: bottom - top, data }
}
