/** Cells apart by tabs. A cell with a tab or a line break inside is quoted, so that rows can still be told apart. */
export function tableRow(cells: readonly string[]): string {
  return cells.map(cell => (/[\t\n]/.test(cell) ? `"${cell}"` : cell)).join('\t')
}
