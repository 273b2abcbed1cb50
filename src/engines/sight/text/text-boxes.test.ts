import { describe, expect, it } from 'vitest'
import { bounds } from './rectangle.ts'
import { type TextMap, textBoxes } from './text-boxes.ts'

function mapWhere(width: number, height: number, likelihood: (x: number, y: number) => number): TextMap {
  const values = Float32Array.from({ length: width * height }, (_, at) =>
    likelihood(at % width, Math.floor(at / width)),
  )
  return { width, height, values }
}

const inside = (x: number, y: number, [left, top, right, bottom]: readonly number[]) =>
  x >= (left ?? 0) && x < (right ?? 0) && y >= (top ?? 0) && y < (bottom ?? 0)

describe('boxes of text', () => {
  it('are larger than the cores that the network marks, by area over outline', () => {
    const [box, ...others] = textBoxes(mapWhere(200, 60, (x, y) => (inside(x, y, [40, 20, 140, 30]) ? 0.9 : 0.1)))
    expect(others).toEqual([])
    const by = (100 * 10 * 1.8) / 220
    expect(box).toMatchObject({ middle: { x: 90, y: 25 }, direction: { x: 1, y: 0 } })
    expect(box?.width).toBeCloseTo(100 + 2 * by)
    expect(box?.height).toBeCloseTo(10 + 2 * by)
  })

  it('lie at the angle of what they surround', () => {
    const angle = (20 * Math.PI) / 180
    const [u, v] = [Math.cos(angle), Math.sin(angle)]
    const map = mapWhere(300, 200, (x, y) => {
      const [along, across] = [(x - 150) * u + (y - 100) * v, (y - 100) * u - (x - 150) * v]
      return Math.abs(along) < 80 && Math.abs(across) < 8 ? 1 : 0
    })
    const [box] = textBoxes(map)
    expect(Math.atan2(box?.direction.y ?? 0, box?.direction.x ?? 0)).toBeCloseTo(angle, 1)
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeGreaterThan(4)
    expect(box?.middle.x).toBeCloseTo(150, -1)
  })

  it('keep lines apart that do not touch, and leave out what is unsure or tiny', () => {
    const map = mapWhere(100, 100, (x, y) => {
      if (inside(x, y, [10, 10, 90, 20]) || inside(x, y, [10, 30, 90, 40])) return 0.8
      if (inside(x, y, [10, 60, 90, 70])) return 0.4
      return inside(x, y, [50, 90, 52, 92]) ? 0.9 : 0
    })
    expect(textBoxes(map).map(box => Math.round(box.middle.y))).toEqual([15, 35])
  })

  it('tell the upright rectangle around them', () => {
    const upright = bounds({ middle: { x: 50, y: 50 }, width: 20, height: 10, direction: { x: 0.6, y: 0.8 } })
    expect(upright).toEqual({ left: 40, top: 39, width: 20, height: 22 })
  })
})
