import { isSameRow, joinedInRow, type PageLine } from './page-line.ts'

export interface Column {
  left: number
  right: number
}

// Sizes in heights of letters: what counts as running text, and how wide the space between columns is at least.
const PROSE_WIDTH = 10
const GUTTER = 0.7
// How often running text must jump sideways before a page is taken to be drawn across its columns.
const JUMPS = 5
const JUMP_SHARE = 0.3

/** The columns of a page whose running text was drawn across them; nothing for any other page. */
export function findColumns(segments: readonly PageLine[]): Column[] {
  const prose = segments.filter(({ flows, left, right, height }) => flows && right - left > PROSE_WIDTH * height)
  if (!jumpsSideways(prose)) return []
  const columns = columnsBetweenGutters(prose)
  return columns.every(column => isFilled(column, prose)) ? columns : []
}

/** Reads each column from top to bottom; what spans several of them separates what is above from what is below. */
export function inColumnOrder(segments: readonly PageLine[], columns: readonly Column[]): PageLine[] {
  const lines: PageLine[] = []
  let band: PageLine[][] = columns.map(() => [])
  const endBand = () => {
    lines.push(...band.flat())
    band = columns.map(() => [])
  }
  for (const segment of segments.toSorted(fromTop)) {
    const touched = columns.flatMap((column, index) => (overlap(segment, column) > segment.height ? [index] : []))
    const column = band[touched[0] ?? 0]
    if (touched.length > 1 || column === undefined) {
      endBand()
      lines.push(segment)
      continue
    }
    const above = column.at(-1)
    if (above !== undefined && isSameRow(above, segment)) column[column.length - 1] = joinedInRow(above, segment)
    else column.push(segment)
  }
  endBand()
  return lines
}

function fromTop(one: PageLine, other: PageLine): number {
  return Math.round(other.y / 2) - Math.round(one.y / 2) || one.left - other.left
}

function jumpsSideways(prose: readonly PageLine[]): boolean {
  let jumps = 0
  for (const [index, segment] of prose.entries()) {
    const before = prose[index - 1]
    if (before !== undefined && (segment.left > before.right || segment.right < before.left)) jumps += 1
  }
  return jumps >= JUMPS && jumps >= JUMP_SHARE * prose.length
}

/** Columns are what lies between the stretches of the page that almost no running text crosses. */
function columnsBetweenGutters(prose: readonly PageLine[]): Column[] {
  const height = prose[0]?.height ?? 0
  const edges = prose.flatMap(({ left, right }) => [
    { x: left, change: 1 },
    { x: right, change: -1 },
  ])
  edges.sort((one, other) => one.x - other.x)
  const columns: Column[] = []
  let crossing = 0
  let start: number | undefined
  let end = 0
  for (const { x, change } of edges) {
    const wasInside = crossing > 0.1 * prose.length
    crossing += change
    const isInside = crossing > 0.1 * prose.length
    if (!wasInside && isInside) {
      if (start !== undefined && x - end > GUTTER * height) {
        columns.push({ left: start, right: end })
        start = x
      }
      start ??= x
    }
    if (wasInside && !isInside) end = x
  }
  if (start !== undefined) columns.push({ left: start, right: end })
  return columns.filter(({ left, right }) => right - left > PROSE_WIDTH * height)
}

/** Lines of running text fill their column; cells of a table do not. */
function isFilled(column: Column, prose: readonly PageLine[]): boolean {
  const inside = prose.filter(line => overlap(line, column) > 0.9 * (line.right - line.left))
  const full = inside.filter(line => line.right - line.left > 0.75 * (column.right - column.left))
  return full.length > 0.6 * inside.length
}

function overlap(line: PageLine, column: Column): number {
  return Math.min(line.right, column.right) - Math.max(line.left, column.left)
}
