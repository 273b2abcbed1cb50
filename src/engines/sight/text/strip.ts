import type { Pixels } from '../../../media/pictures/decode-pixels.ts'
import type { Point, Rectangle } from './rectangle.ts'

/** A piece of a picture laid flat, so that its text reads from left to right. */
export interface Strip {
  /** Length over height. */
  readonly ratio: number
  /** Of the letters, in pixels of the picture. */
  readonly height: number
  /** Where a place of the strip, given in shares of its length and height, lies in the picture. */
  at(along: number, down: number): Point
}

export type Turn = 'upright' | 'upside-down' | 'downwards' | 'upwards' | 'stacked'

/** Of its height, at both ends together: the box is often too short for a full stop. */
const air = 0.4

export function stripOf(box: Rectangle, turn: Turn): Strip {
  const { middle, direction } = box
  const width = box.width + (turn === 'upright' || turn === 'upside-down' ? air * box.height : 0)
  const height = box.height + (turn === 'downwards' || turn === 'upwards' ? air * box.width : 0)
  const place = (right: number, below: number): Point => ({
    x: middle.x + right * width * direction.x - below * height * direction.y,
    y: middle.y + right * width * direction.y + below * height * direction.x,
  })
  const flat = { ratio: width / height, height }
  const turned = { ratio: height / width, height: width }
  switch (turn) {
    case 'upright':
      return { ...flat, at: (along, down) => place(along - 0.5, down - 0.5) }
    case 'upside-down':
      return { ...flat, at: (along, down) => place(0.5 - along, 0.5 - down) }
    case 'downwards':
      return { ...turned, at: (along, down) => place(0.5 - down, along - 0.5) }
    case 'upwards':
      return { ...turned, at: (along, down) => place(down - 0.5, 0.5 - along) }
    case 'stacked':
      return stacked(Math.max(1, Math.round(height / width)), width, place)
  }
}

/** Letters that stand upright one below the other, put side by side. */
function stacked(letters: number, width: number, place: (right: number, below: number) => Point): Strip {
  return {
    ratio: letters,
    height: width,
    at(along, down) {
      const letter = Math.min(letters - 1, Math.floor(along * letters))
      return place(along * letters - letter - 0.5, (letter + down) / letters - 0.5)
    },
  }
}

const rows = 48
const mostSamples = 4

export const stripWidth = (strip: Strip, most: number): number =>
  Math.max(16, Math.min(most, Math.ceil(rows * strip.ratio)))

/** As the network takes it: blue, green, red, each 48 rows of values from -1 to 1, filled up with 0. */
export function drawStrip(pixels: Pixels, strip: Strip, width: number, into: Float32Array, filled: number): void {
  const samples = Math.min(mostSamples, Math.max(1, Math.round(strip.height / rows / 1.3)))
  const weight = 1 / (samples * samples * 127.5)
  const plane = rows * filled
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < width; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let part = 0; part < samples * samples; part++) {
        const along = (x + ((part % samples) + 0.5) / samples) / width
        const down = (y + (Math.floor(part / samples) + 0.5) / samples) / rows
        const point = strip.at(along, down)
        const [r, g, b] = sample(pixels, point.x - 0.5, point.y - 0.5)
        red += r
        green += g
        blue += b
      }
      const to = y * filled + x
      into[to] = blue * weight - 1
      into[plane + to] = green * weight - 1
      into[2 * plane + to] = red * weight - 1
    }
  }
}

/** Blended from the four pixels around. */
function sample({ width, height, data }: Pixels, x: number, y: number): [number, number, number] {
  const insideX = Math.max(0, Math.min(width - 1, x))
  const insideY = Math.max(0, Math.min(height - 1, y))
  const [left, top] = [Math.floor(insideX), Math.floor(insideY)]
  const [right, below] = [insideX - left, insideY - top]
  const a = (top * width + left) * 3
  const b = left + 1 < width ? a + 3 : a
  const down = top + 1 < height ? width * 3 : 0
  const channel = (c: number) => {
    const upper = (data[a + c] ?? 0) * (1 - right) + (data[b + c] ?? 0) * right
    const lower = (data[a + down + c] ?? 0) * (1 - right) + (data[b + down + c] ?? 0) * right
    return upper * (1 - below) + lower * below
  }
  return [channel(0), channel(1), channel(2)]
}
