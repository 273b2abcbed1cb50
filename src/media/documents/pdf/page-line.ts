/** A line of a page with its place; lines that run from right to left are mirrored, so that `right` is where they end. */
export interface PageLine {
  text: string
  left: number
  right: number
  y: number
  height: number
  /** Part of running text: upright, and without the wide gaps of a table row. */
  flows: boolean
}

// A gap as wide as this many heights of letters separates columns, not words.
const COLUMN_GAP = 2

export function joinedInRow(before: PageLine, after: PageLine): PageLine {
  return {
    ...before,
    text: `${before.text.trimEnd()} ${after.text.trimStart()}`,
    right: Math.max(before.right, after.right),
    height: Math.max(before.height, after.height),
    flows: before.flows && after.flows && Math.abs(gapBetween(before, after)) < COLUMN_GAP,
  }
}

/** In heights of letters. */
export function gapBetween(before: PageLine, after: PageLine): number {
  return (after.left - before.right) / Math.max(Math.min(before.height, after.height), 1)
}

export function isSameRow(one: PageLine, other: PageLine): boolean {
  return Math.abs(one.y - other.y) < 0.6 * Math.max(one.height, other.height, 1)
}
