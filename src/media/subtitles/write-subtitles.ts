import type { Cue } from './cues.ts'

/** SubRip: it has no way to escape, so that what would end a cue early is written otherwise. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ start, end, lines }, index) => {
      const times = `${clock(start, ',')} --> ${clock(end, ',')}`
      return `${index + 1}\n${times}\n${lines.map(line => line.replaceAll('-->', '→')).join('\n')}\n`
    })
    .join('\n')
}

export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, lines }) => {
    return `${clock(start, '.')} --> ${clock(end, '.')}\n${lines.map(escaped).join('\n')}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

function escaped(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Cut, not rounded, to thousandths: what follows in time still follows. */
function clock(seconds: number, separator: string): string {
  const total = Math.floor(seconds * 1000 + 1e-6)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const thousandths = String(total % 1000).padStart(3, '0')
  return `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}${separator}${thousandths}`
}
