import type { Row } from './row.ts'

const width = 720
const barLeft = 150
const barWidth = 430
const rowHeight = 26

/** Bars of requests and streams a second, as shares of the bare proxy's. */
export function draw(rows: readonly Row[]): string {
  const bare = rows.find(({ name }) => name === 'bare proxy')
  const panels = [
    { title: 'Whole answers a second, 32 connections', of: (row: Row) => row.wholePerSecond },
    { title: 'Streams of 100 events a second, 64 at a time', of: (row: Row) => row.streamsPerSecond },
  ]
  const panelHeight = rows.length * rowHeight + 50
  const body = panels.map(({ title, of }, index) => {
    const base = bare ? of(bare) : 1
    const longest = Math.max(...rows.map(of))
    const top = index * panelHeight + 30
    const bars = rows.map((row, place) => {
      const y = top + 14 + place * rowHeight
      const length = (of(row) / longest) * barWidth
      const colour = row.name.startsWith('medley') ? '#2a6fdb' : '#b8bec9'
      return `<text x="${barLeft - 8}" y="${y + 14}" text-anchor="end">${row.name}</text>
<rect x="${barLeft}" y="${y}" width="${length.toFixed(1)}" height="18" rx="3" fill="${colour}"/>
<text x="${barLeft + length + 6}" y="${y + 14}">${of(row).toFixed(0)} (${(of(row) / base).toFixed(2)}×)</text>`
    })
    return `<text x="12" y="${top}" font-weight="600">${title}</text>\n${bars.join('\n')}`
  })
  const height = panels.length * panelHeight + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>Answers and streams a second through Medley and its peers</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${body.join('\n')}
<text x="12" y="${height - 8}" fill="#667">× is the share of a bare node:http proxy, measured in the same run.</text>
</svg>
`
}
