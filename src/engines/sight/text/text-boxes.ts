import { grow, type Point, type Rectangle, smallestRectangle } from './rectangle.ts'

/** How likely each pixel belongs to the core of a line of text. */
export interface TextMap {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

const pixelLeast = 0.3
const boxLeast = 0.6
/** The network marks the core of a line only: the line itself is larger by its area times this, over its outline. */
const growth = 1.8
const leastSide = 3
const maxBoxes = 1000

/** A rectangle around each connected piece of the map that is likely enough on the whole. */
export function textBoxes(map: TextMap): Rectangle[] {
  const boxes: Rectangle[] = []
  for (const piece of pieces(map)) {
    if (piece.certainty < boxLeast) continue
    const core = smallestRectangle(piece.outline)
    if (Math.min(core.width, core.height) < leastSide) continue
    boxes.push(grow(core, (core.width * core.height * growth) / (2 * (core.width + core.height))))
    if (boxes.length === maxBoxes) break
  }
  return boxes
}

interface Piece {
  readonly certainty: number
  /** The corners of its first and last pixel in each row. */
  readonly outline: readonly Point[]
}

function* pieces({ width, height, values }: TextMap): Generator<Piece> {
  const seen = new Uint8Array(values.length)
  const open: number[] = []
  const isNew = (at: number) => seen[at] === 0 && (values[at] ?? 0) > pixelLeast
  for (let start = 0; start < values.length; start++) {
    if (!isNew(start)) continue
    seen[start] = 1
    open.push(start)
    const ends = new Map<number, [number, number]>()
    let [sum, count] = [0, 0]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      sum += values[at] ?? 0
      count += 1
      const row = ends.get(y)
      if (!row) ends.set(y, [x, x])
      else if (x < row[0]) row[0] = x
      else if (x > row[1]) row[1] = x
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (!isNew(next)) continue
          seen[next] = 1
          open.push(next)
        }
      }
    }
    yield { certainty: sum / count, outline: corners(ends) }
  }
}

function corners(rows: ReadonlyMap<number, readonly [number, number]>): Point[] {
  return [...rows].flatMap(([y, [first, last]]) => [
    { x: first, y },
    { x: last + 1, y },
    { x: first, y: y + 1 },
    { x: last + 1, y: y + 1 },
  ])
}
