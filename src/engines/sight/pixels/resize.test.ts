import { describe, expect, it } from 'vitest'
import { crop } from './crop.ts'
import { resize } from './resize.ts'

/** Black and white columns by turns. */
const stripes = {
  width: 8,
  height: 4,
  data: Uint8Array.from({ length: 8 * 4 * 3 }, (_, at) => (Math.floor(at / 3) % 2 ? 255 : 0)),
}

describe('a picture', () => {
  it('is averaged when it shrinks, so that nothing fine is lost by chance', () => {
    const { width, height, data } = resize(stripes, 2, 2)
    expect([width, height, data.length]).toEqual([2, 2, 12])
    for (const value of data) expect(Math.abs(value - 127.5)).toBeLessThan(30)
  })

  it('is blended when it grows', () => {
    const row = resize(stripes, 16, 4).data.subarray(0, 48)
    expect(row[0]).toBe(0)
    expect(row[47]).toBe(255)
    expect(row.some(value => value > 40 && value < 215)).toBe(true)
  })

  it('is cut to what lies within it', () => {
    expect(crop(stripes, 6, 3, 10, 10)).toEqual({ width: 2, height: 1, data: Uint8Array.of(0, 0, 0, 255, 255, 255) })
  })
})
