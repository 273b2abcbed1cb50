import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'

// Brackets and stops that were drawn for vertical lines, as fonts without a map give them.
const verticalForms = /[\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48]/g

/**
 * The text of a page in the order in which the page draws it, which programs that set columns keep column by column.
 * Sorting by place instead would tear tables and columns apart, as nothing in the page tells one from the other.
 */
export function pageText(items: readonly (TextItem | TextMarkedContent)[]): string {
  let text = ''
  let above: { y: number; height: number } | undefined
  let lineStarts = true
  for (const item of items) {
    if (!('str' in item)) continue
    const y: number = item.transform[5] ?? 0
    if (lineStarts && item.str.trim() !== '') {
      if (above !== undefined && isParagraphGap(above, y)) text += '\n'
      above = { y, height: item.height }
      lineStarts = false
    }
    text += item.str
    if (item.hasEOL) {
      text += '\n'
      lineStarts = true
    }
  }
  return text.replace(verticalForms, upright)
}

function isParagraphGap(above: { y: number; height: number }, y: number): boolean {
  const drop = above.y - y
  return above.height > 0 && drop > 1.8 * above.height
}

function upright(form: string): string {
  const plain = form.normalize('NFKC')
  const code = plain.charCodeAt(0)
  return plain.length === 1 && code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : plain
}
