import { placeCell, tableRow } from '../table-row.ts'

/** Cells in the order of their rows, whatever the order in which they were saved. */
export class SheetRows {
  readonly #rows = new Map<number, string[]>()

  set(row: number, column: number, text: string): void {
    if (text === '') return
    const cells = this.#rows.get(row) ?? []
    this.#rows.set(row, cells)
    placeCell(cells, column, text)
  }

  toString(): string {
    const rows = [...this.#rows].sort(([one], [other]) => one - other)
    return rows.map(([, cells]) => `${tableRow(cells)}\n`).join('')
  }
}
