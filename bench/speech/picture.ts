import type { Row } from './measure.ts'

const [left, width, rowHeight] = [260, 300, 26]

/** Bars of processor time for the same text: the shorter, the better. */
export function draw(rows: readonly Row[]): string {
  const most = Math.max(...rows.map(({ text }) => text))
  const height = 60 + rows.length * rowHeight
  const bars = rows.map(({ name, text, firstMs }, i) => {
    const y = 48 + i * rowHeight
    const colour = name.startsWith('Medley') ? '#3b6fd4' : '#b8bec9'
    return [
      `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${name}</text>`,
      `<rect x="${left}" y="${y}" width="${((width * text) / most).toFixed(1)}" height="18" rx="3" fill="${colour}"/>`,
      `<text x="${left + (width * text) / most + 6}" y="${y + 14}">${text.toFixed(1)} s, first after ${Math.round(firstMs)} ms</text>`,
    ].join('\n')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Processor time for two sentences of speech</title>',
    `<rect width="760" height="${height}" fill="#ffffff"/>`,
    '<text x="12" y="28" font-weight="600">Processor seconds for the same two sentences, one request</text>',
    ...bars,
    '</svg>',
    '',
  ].join('\n')
}
