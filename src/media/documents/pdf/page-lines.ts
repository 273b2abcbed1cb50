import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import { findColumns, inColumnOrder } from './columns.ts'
import { gapBetween, isSameRow, joinedInRow, type PageLine } from './page-line.ts'

interface Segment extends PageLine {
  /** Stands in one row with the segment before it, apart from it. */
  continuesRow: boolean
}

// From a gap of this many heights of letters on there may be a new column.
const SEGMENT_GAP = 1

/**
 * The lines of a page in the order in which the page draws them: programs that set columns draw one after the other.
 * Only where running text is drawn across columns, row by row, the columns are put back together.
 */
export function pageLines(items: readonly (TextItem | TextMarkedContent)[]): PageLine[] {
  const segments = segmentsOf(items)
  const columns = findColumns(segments)
  return columns.length > 1 ? inColumnOrder(segments, columns) : rowsOf(segments)
}

function rowsOf(segments: readonly Segment[]): PageLine[] {
  const rows: PageLine[] = []
  for (const segment of segments) {
    const row = rows.at(-1)
    if (segment.continuesRow && row !== undefined) rows[rows.length - 1] = joinedInRow(row, segment)
    else rows.push(segment)
  }
  return rows
}

function segmentsOf(items: readonly (TextItem | TextMarkedContent)[]): Segment[] {
  const segments: Segment[] = []
  let current: Segment | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    if (item.str.trim() !== '') {
      const place = placeOf(item)
      if (current === undefined || isApart(current, place)) {
        const continuesRow = current !== undefined && isSameRow(current, place)
        current = { ...place, continuesRow }
        segments.push(current)
      } else extend(current, place)
    } else if (current !== undefined) current.text += item.str
    if (item.hasEOL) current = undefined
  }
  return segments
}

function placeOf({ str, dir, transform, width, height }: TextItem): PageLine {
  const [, slant = 0, , , x = 0, y = 0] = transform as number[]
  const [left, right] = dir === 'rtl' ? [-x - width, -x] : [x, x + width]
  return { text: str, left, right, y, height, flows: dir !== 'ttb' && Math.abs(slant) < 0.01 }
}

function extend(segment: Segment, { text, left, right, height, flows }: PageLine): void {
  segment.text += text
  segment.left = Math.min(segment.left, left)
  segment.right = Math.max(segment.right, right)
  segment.height = Math.max(segment.height, height)
  segment.flows &&= flows
}

function isApart(segment: PageLine, next: PageLine): boolean {
  // Vertical, turned and right-to-left text (which is mirrored) is kept together as the library has it.
  if (!segment.flows || !next.flows || segment.left < 0 || next.left < 0) return false
  return !isSameRow(segment, next) || Math.abs(gapBetween(segment, next)) > SEGMENT_GAP
}
