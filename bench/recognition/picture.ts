import type { Row } from './row.ts'

const width = 720
const barLeft = 330
const barWidth = 260
const rowHeight = 26

/** Bars of processor time and of errors, one row for each recogniser on each set. */
export function draw(rows: readonly Row[]): string {
  const panels = [
    {
      title: 'Processor seconds for a second of sound',
      of: (row: Row) => row.cpu,
      text: (value: number) => value.toFixed(3),
    },
    {
      title: 'Wrong words (English), wrong letters (Mandarin)',
      of: (row: Row) => row.errors,
      text: (value: number) => `${(value * 100).toFixed(1)} %`,
    },
  ]
  const panelHeight = rows.length * rowHeight + 50
  const body = panels.map(({ title, of, text }, index) => {
    const longest = Math.max(...rows.map(of), 1e-9)
    const top = index * panelHeight + 30
    const bars = rows.map((row, place) => {
      const y = top + 14 + place * rowHeight
      const length = (of(row) / longest) * barWidth
      const colour = row.name.startsWith('medley') ? '#2a6fdb' : '#b8bec9'
      return `<text x="${barLeft - 8}" y="${y + 14}" text-anchor="end">${row.set} · ${row.name}</text>
<rect x="${barLeft}" y="${y}" width="${length.toFixed(1)}" height="18" rx="3" fill="${colour}"/>
<text x="${barLeft + length + 6}" y="${y + 14}">${text(of(row))}</text>`
    })
    return `<text x="12" y="${top}" font-weight="600">${title}</text>\n${bars.join('\n')}`
  })
  const height = panels.length * panelHeight + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>What recognition costs and how much of it is wrong, beside a peer on the same weights</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${body.join('\n')}
<text x="12" y="${height - 8}" fill="#667">Real recordings, most of them hard (LibriSpeech test-other, FLEURS, AISHELL); two threads.</text>
</svg>
`
}
