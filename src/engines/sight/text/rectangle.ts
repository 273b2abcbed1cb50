export interface Point {
  readonly x: number
  readonly y: number
}

/** A rectangle at any angle. */
export interface Rectangle {
  readonly middle: Point
  /** Along `direction`, and across it. */
  readonly width: number
  readonly height: number
  /** A vector of length 1; more to the right than up or down. */
  readonly direction: Point
}

/** The smallest rectangle around points, at whichever angle: one of its sides lies on a side of their hull. */
export function smallestRectangle(points: readonly Point[]): Rectangle {
  const hull = hullOf(points)
  let best: Rectangle | undefined
  for (const [index, point] of hull.entries()) {
    const next = hull[(index + 1) % hull.length] ?? point
    const length = Math.hypot(next.x - point.x, next.y - point.y)
    if (length === 0) continue
    const around = rectangleAlong(hull, { x: (next.x - point.x) / length, y: (next.y - point.y) / length })
    if (!best || around.width * around.height < best.width * best.height) best = around
  }
  return best ?? { middle: points[0] ?? { x: 0, y: 0 }, width: 0, height: 0, direction: { x: 1, y: 0 } }
}

/** Wider and higher by so much on each side. */
export function grow(rectangle: Rectangle, by: number): Rectangle {
  return { ...rectangle, width: rectangle.width + 2 * by, height: rectangle.height + 2 * by }
}

export function scale(rectangle: Rectangle, across: number, down: number): Rectangle {
  const { middle, direction, width, height } = rectangle
  // The two shares differ by rounding alone, so that it stays a rectangle.
  const mean = (across + down) / 2
  return { middle: { x: middle.x * across, y: middle.y * down }, direction, width: width * mean, height: height * mean }
}

/** The upright rectangle around it. */
export function bounds({ middle, width, height, direction }: Rectangle) {
  const halfWidth = (Math.abs(direction.x) * width + Math.abs(direction.y) * height) / 2
  const halfHeight = (Math.abs(direction.y) * width + Math.abs(direction.x) * height) / 2
  return { left: middle.x - halfWidth, top: middle.y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight }
}

function rectangleAlong(points: readonly Point[], along: Point): Rectangle {
  const direction = towardsRight(along)
  const ends = (distance: (point: Point) => number) => {
    const distances = points.map(distance)
    return [Math.min(...distances), Math.max(...distances)] as const
  }
  const [left, right] = ends(({ x, y }) => x * direction.x + y * direction.y)
  const [top, bottom] = ends(({ x, y }) => y * direction.x - x * direction.y)
  const [u, v] = [(left + right) / 2, (top + bottom) / 2]
  const middle = { x: u * direction.x - v * direction.y, y: u * direction.y + v * direction.x }
  return { middle, direction, width: right - left, height: bottom - top }
}

/** The one of the four directions of a rectangle's sides that points most to the right. */
function towardsRight({ x, y }: Point): Point {
  if (Math.abs(x) >= Math.abs(y)) return x > 0 ? { x, y } : { x: -x, y: -y }
  return y > 0 ? { x: y, y: -x } : { x: -y, y: x }
}

/** Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (from: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of from) {
      while (turnsWrong(chain.at(-2), chain.at(-1), point)) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function turnsWrong(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  return a !== undefined && b !== undefined && (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 0
}
