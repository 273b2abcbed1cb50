import { describe, expect, it } from 'vitest'
import { drawStrip, stripOf, stripWidth, type Turn } from './strip.ts'

/** 60×20: its left half red, its right half blue. */
const pixels = {
  width: 60,
  height: 20,
  data: Uint8Array.from({ length: 60 * 20 * 3 }, (_, at) => {
    const isLeft = Math.floor(at / 3) % 60 < 30
    return at % 3 === (isLeft ? 0 : 2) ? 255 : 0
  }),
}
const box = { middle: { x: 30, y: 10 }, width: 60, height: 20, direction: { x: 1, y: 0 } }

/** Red of the middle row at this share of the strip's length, from -1 to 1. */
function redAt(turn: Turn, share: number): number | undefined {
  const strip = stripOf(box, turn)
  const width = stripWidth(strip, 3200)
  const drawn = new Float32Array(3 * 48 * width)
  drawStrip(pixels, strip, width, drawn, width)
  return drawn[2 * 48 * width + 24 * width + Math.floor(width * share)]
}

describe('a strip', () => {
  it('is 48 rows high and as long as its text, with a little air', () => {
    expect(stripWidth(stripOf(box, 'upright'), 3200)).toBe(Math.ceil(48 * 3.4))
    expect(stripWidth(stripOf(box, 'upright'), 100)).toBe(100)
  })

  it('shows its text the way it is asked to', () => {
    expect(redAt('upright', 0.2)).toBeCloseTo(1)
    expect(redAt('upright', 0.8)).toBeCloseTo(-1)
    expect(redAt('upside-down', 0.2)).toBeCloseTo(-1)
    expect(redAt('upside-down', 0.8)).toBeCloseTo(1)
  })

  it('follows text that runs down or up, and lays stacked letters side by side', () => {
    const tall = { ...box, width: 10, height: 30 }
    expect(stripOf(tall, 'downwards').at(0, 0.5)).toMatchObject({ x: 30, y: 10 - 17 })
    expect(stripOf(tall, 'upwards').at(0, 0.5)).toMatchObject({ x: 30, y: 10 + 17 })
    const stacked = stripOf(tall, 'stacked')
    expect(stacked.ratio).toBe(3)
    expect(stacked.at(0.5, 0.5)).toEqual({ x: 30, y: 10 })
    expect(stacked.at(1 / 6, 0.5).y).toBeCloseTo(0)
  })
})
