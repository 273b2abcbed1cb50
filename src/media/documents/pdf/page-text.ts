import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import type { PageLine } from './page-line.ts'
import { pageLines } from './page-lines.ts'

// Brackets and stops that were drawn for vertical lines.
const verticalForms = /[\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48]/g
const ideograph = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u
const listMark = /^([•●▪◦‣·*–—-]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)/i
const sentenceEnd = /[.!?:。！？：]['"’”)\]]?$/
const leader = /[-=_.·…]{4}$/

// Shares of the width of a block, and its width in heights of its letters.
const FULL_LINE = 0.8
const PROSE_WIDTH = 20

/** The text of a page. Lines that were broken only because the line was full are put together again. */
export function pageText(items: readonly (TextItem | TextMarkedContent)[]): string {
  let text = ''
  let above: PageLine | undefined
  for (const block of blocksOf(pageLines(items))) {
    const [first] = block
    if (first === undefined) continue
    if (above !== undefined) text += isParagraphGap(above, first) ? '\n\n' : '\n'
    text += blockText(block)
    above = block.at(-1)
  }
  return text.replace(verticalForms, upright)
}

/** Lines of one size that follow one another closely. */
function blocksOf(lines: readonly PageLine[]): PageLine[][] {
  const blocks: PageLine[][] = []
  for (const line of lines) {
    const block = blocks.at(-1)
    const above = block?.at(-1)
    if (block !== undefined && above !== undefined && continues(above, line)) block.push(line)
    else blocks.push([line])
  }
  return blocks
}

function continues(above: PageLine, line: PageLine): boolean {
  const drop = above.y - line.y
  const sameSize = Math.abs(above.height - line.height) < 0.15 * above.height
  const overlaps = line.left < above.right && above.left < line.right
  return above.flows && line.flows && sameSize && overlaps && drop > 0 && !isParagraphGap(above, line)
}

function isParagraphGap(above: PageLine, line: PageLine): boolean {
  return above.height > 0 && above.y - line.y > 1.8 * above.height
}

function blockText(block: readonly PageLine[]): string {
  const left = block.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY)
  const right = block.reduce((most, line) => Math.max(most, line.right), Number.NEGATIVE_INFINITY)
  const width = right - left
  const isFull = (line: PageLine) => line.right - line.left > FULL_LINE * width
  const full = block.slice(0, -1).filter(isFull).length
  // Addresses, verses and receipts have lines of any length; only the last line of a paragraph is short.
  const isProse = width > PROSE_WIDTH * (block[0]?.height ?? 0) && full >= 0.6 * (block.length - 1)
  let text = ''
  for (const [index, line] of block.entries()) {
    const above = block[index - 1]
    if (above === undefined) text = line.text
    else if (isProse && isFull(above) && goesOn(above, line, block[index + 1], { left, right })) {
      text = joined(text.trimEnd(), line.text.trimStart())
    } else text += `\n${line.text}`
  }
  return text
}

/** Whether a full line goes on in the next one. */
function goesOn(
  line: PageLine,
  next: PageLine,
  afterNext: PageLine | undefined,
  block: { left: number; right: number },
) {
  const end = line.text.trimEnd()
  const start = next.text.trimStart()
  if (listMark.test(start) || leader.test(end) || leader.test(start.trimEnd())) return false
  if (!sentenceEnd.test(end)) return true
  // After the end of a sentence a new paragraph can begin: indented, or where the next word would still have fitted.
  const isIndented = line.left < block.left + 0.5 * line.height && next.left > line.left + 0.8 * next.height
  if (isIndented && (afterNext === undefined || afterNext.left < next.left - 0.5 * next.height)) return false
  const firstWord = ideograph.test(start.charAt(0)) ? 1 : (start.split(' ', 1)[0]?.length ?? 0)
  const letterWidth = (next.right - next.left) / Math.max(start.length, 1)
  return block.right - line.right < (firstWord + 1) * letterWidth
}

function joined(above: string, below: string): string {
  if (/\p{L}-$/u.test(above) && /^\p{Ll}/u.test(below)) return above.slice(0, -1) + below
  const needsNoSpace = ideograph.test(above.slice(-1)) && ideograph.test(below.charAt(0))
  return needsNoSpace ? above + below : `${above} ${below}`
}

function upright(form: string): string {
  const plain = form.normalize('NFKC')
  const code = plain.charCodeAt(0)
  return plain.length === 1 && code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : plain
}
