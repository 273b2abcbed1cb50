const width = 720
const barLeft = 150
const barWidth = 430
const rowHeight = 26

export interface BarChart<Row extends { readonly name: string }> {
  readonly title: string
  readonly remark: string
  readonly rows: readonly Row[]
  readonly panels: readonly { readonly title: string; readonly of: (row: Row) => number }[]
  readonly isOurs: (row: Row) => boolean
  /** The row of which the others are told as shares. */
  readonly isBase: (row: Row) => boolean
}

/** An SVG of horizontal bars, a panel for each thing that was measured. */
export function bars<Row extends { readonly name: string }>(chart: BarChart<Row>): string {
  const { title, remark, rows, panels } = chart
  const base = rows.find(chart.isBase)
  const panelHeight = rows.length * rowHeight + 50
  const height = panels.length * panelHeight + 20
  const body = panels.map(({ title: name, of }, index) => {
    const whole = base ? of(base) : 1
    const longest = Math.max(...rows.map(of))
    const top = index * panelHeight + 30
    const drawn = rows.map((row, place) => {
      const y = top + 14 + place * rowHeight
      const length = (of(row) / longest) * barWidth
      return `<text x="${barLeft - 8}" y="${y + 14}" text-anchor="end">${row.name}</text>
<rect x="${barLeft}" y="${y}" width="${length.toFixed(1)}" height="18" rx="3" fill="${chart.isOurs(row) ? '#2a6fdb' : '#b8bec9'}"/>
<text x="${barLeft + length + 6}" y="${y + 14}">${of(row).toFixed(0)} (${(of(row) / whole).toFixed(2)}×)</text>`
    })
    return `<text x="12" y="${top}" font-weight="600">${name}</text>\n${drawn.join('\n')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${body.join('\n')}
<text x="12" y="${height - 8}" fill="#667">${remark}</text>
</svg>
`
}
