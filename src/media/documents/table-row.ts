/** Cells apart by tabs. A cell with a tab or a line break inside is quoted, so that rows can still be told apart. */
export function tableRow(cells: readonly string[]): string {
  return cells.map(cell => (/[\t\n]/.test(cell) ? `"${cell}"` : cell)).join('\t')
}

// Cells further right than this follow the others without the empty cells between.
const ALIGNED_COLUMNS = 256

/** Puts a cell at its place in a row, after empty cells where some are missing. */
export function placeCell(cells: string[], column: number, text: string): void {
  while (cells.length < Math.min(column, ALIGNED_COLUMNS)) cells.push('')
  cells.push(text)
}
