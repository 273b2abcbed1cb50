import type { Place } from '../../../core/sight.ts'

export interface PlacedText extends Place {
  readonly text: string
  /** Runs across the picture, and may share its row with others. */
  readonly isLevel: boolean
}

type Line = Place & { readonly text: string }

/** Of how many letters a line of prose has at least: shorter ones side by side are the cells of a table. */
const proseLetters = 16
const proseLines = 3

/** Lines from the top down, one column after the other; what stands in one row is one line. Places are in pixels. */
export function inReadingOrder(texts: readonly PlacedText[]): Line[] {
  if (texts.length === 0) return []
  const height = median(texts.map(text => text.height))
  const columns = splitColumns(texts, height)
  if (columns) return columns.flatMap(inReadingOrder)
  const blocks = splitBlocks(texts, height)
  return blocks ? blocks.flatMap(inReadingOrder) : rows(texts)
}

/** At the widest gap from top to bottom that has prose on both sides. */
function splitColumns(texts: readonly PlacedText[], height: number): [PlacedText[], PlacedText[]] | undefined {
  const gap = widestGap(texts.map(({ left, width }) => [left, left + width]))
  if (gap.size < height) return undefined
  const left = texts.filter(text => text.left < gap.middle)
  const right = texts.filter(text => text.left >= gap.middle)
  return isProse(left) && isProse(right) ? [left, right] : undefined
}

/** A heading above columns hides the gap between them: blocks that stand well apart are looked at one by one. */
function splitBlocks(texts: readonly PlacedText[], height: number): [PlacedText[], PlacedText[]] | undefined {
  const gap = widestGap(texts.map(text => [text.top, text.top + text.height]))
  if (gap.size < height * 0.4) return undefined
  return [texts.filter(({ top }) => top < gap.middle), texts.filter(({ top }) => top >= gap.middle)]
}

function isProse(texts: readonly PlacedText[]): boolean {
  return texts.length >= proseLines && median(texts.map(({ text }) => letters(text))) >= proseLetters
}

/** A Chinese character says about as much as two letters. */
function letters(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
}

function widestGap(spans: readonly (readonly [number, number])[]): { readonly size: number; readonly middle: number } {
  let widest = { size: 0, middle: 0 }
  let end = Number.POSITIVE_INFINITY
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    if (from - end > widest.size) widest = { size: from - end, middle: (from + end) / 2 }
    end = end === Number.POSITIVE_INFINITY ? to : Math.max(end, to)
  }
  return widest
}

function rows(texts: readonly PlacedText[]): Line[] {
  const found: PlacedText[][] = []
  for (const text of texts.toSorted((a, b) => a.top + a.height / 2 - (b.top + b.height / 2))) {
    const row = found.at(-1)
    if (row?.every(other => isBeside(other, text))) row.push(text)
    else found.push([text])
  }
  return found.map(row => joined(row.toSorted((a, b) => a.left - b.left)))
}

function isBeside(a: PlacedText, b: PlacedText): boolean {
  if (!a.isLevel || !b.isLevel) return false
  const shared = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  const apart = a.left + a.width <= b.left + b.height / 2 || b.left + b.width <= a.left + a.height / 2
  return (
    apart &&
    shared > Math.min(a.height, b.height) / 2 &&
    Math.max(a.height, b.height) < 2 * Math.min(a.height, b.height)
  )
}

function joined(row: readonly PlacedText[]): Line {
  let text = ''
  let end = 0
  for (const part of row) {
    text += text === '' ? part.text : `${between(text, part.text, (part.left - end) / part.height)}${part.text}`
    end = part.left + part.width
  }
  const left = Math.min(...row.map(part => part.left))
  const top = Math.min(...row.map(part => part.top))
  const bottom = Math.max(...row.map(part => part.top + part.height))
  return { text, left, top, width: end - left, height: bottom - top }
}

/** Wide gaps are kept visible: they part the cells of a table. */
function between(before: string, after: string, gap: number): string {
  if (gap > 1.5) return '  '
  return /\p{Script=Han}$/u.test(before) && /^\p{Script=Han}/u.test(after) && gap < 0.5 ? '' : ' '
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
