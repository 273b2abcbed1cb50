import type { Place, Sighting } from '../../core/sight.ts'
import type { Pixels } from '../../media/pictures/decode-pixels.ts'
import { resize } from './pixels/resize.ts'

/** What tells photos from what was drawn by a program or set in type. */
export interface Features {
  /** Share of the pixels that look like their neighbours. */
  readonly flat: number
  /** Share of the commonest colour, and how light it is from 0 to 1. */
  readonly ground: number
  readonly light: number
  /** How many colours make up nine tenths of the picture, and how many cover a noticeable part of it each. */
  readonly colours: number
  readonly fields: number
  /** Rows and columns that hold one unbroken line of at least a third of the side. */
  readonly level: number
  readonly upright: number
  /** Rows that one line crosses from edge to edge: bars of a window, and no axes. */
  readonly bars: number
  /** Share that lines of text cover, and how many there are. */
  readonly text: number
  readonly lines: number
  /** Share of the lines that hold a figure. */
  readonly figures: number
  /** Letters of a usual line. */
  readonly letters: number
}

const side = 400
/** Of 255: what compression leaves of a plain surface. */
const still = 4

export function featuresOf(pixels: Pixels, lines: readonly (Place & { readonly text: string })[]): Features {
  const scale = Math.min(1, side / Math.max(pixels.width, pixels.height))
  const size = (length: number) => Math.max(1, Math.round(length * scale))
  const small = resize(pixels, size(pixels.width), size(pixels.height))
  return {
    ...colourFeatures(small),
    flat: flatShare(small),
    level: straightLines(small, false, 1 / 3),
    upright: straightLines(small, true, 1 / 3),
    bars: straightLines(small, false, 0.97),
    text: lines.reduce((sum, { width, height }) => sum + width * height, 0),
    lines: lines.length,
    figures: lines.filter(({ text }) => /\d/.test(text)).length / Math.max(1, lines.length),
    letters: lines.map(({ text }) => text.length).toSorted((a, b) => a - b)[lines.length >> 1] ?? 0,
  }
}

function colourFeatures({ data }: Pixels): Pick<Features, 'ground' | 'light' | 'colours' | 'fields'> {
  const counts = new Map<number, number>()
  const all = data.length / 3
  for (let at = 0; at < data.length; at += 3) {
    // Sixteen steps of each channel, with their middle on black and on white.
    const [red, green, blue] = [0, 1, 2].map(channel => Math.round((data[at + channel] ?? 0) / 17)) as [
      number,
      number,
      number,
    ]
    const colour = red * 256 + green * 16 + blue
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const [colour, count] = sorted[0] ?? [0, 0]
  let [colours, covered] = [0, 0]
  for (const [, share] of sorted) {
    if (covered >= all * 0.9) break
    covered += share
    colours += 1
  }
  const light = (0.3 * (colour >> 8) + 0.6 * ((colour >> 4) & 15) + 0.1 * (colour & 15)) / 15
  const fields = sorted.filter(([, share]) => share > all * 0.03).length
  return { ground: count / all, light, colours, fields }
}

function flatShare({ width, height, data }: Pixels): number {
  let [flat, all] = [0, 0]
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const at = (y * width + x) * 3
      all += 1
      if (isAlike(data, at, at + 3) && isAlike(data, at, at + width * 3)) flat += 1
    }
  }
  return all === 0 ? 1 : flat / all
}

function isAlike(data: Uint8Array, a: number, b: number): boolean {
  for (let channel = 0; channel < 3; channel++) {
    if (Math.abs((data[a + channel] ?? 0) - (data[b + channel] ?? 0)) > still) return false
  }
  return true
}

/** Long steps of brightness that run exactly along the rows or the columns; those side by side count once. */
function straightLines({ width, height, data }: Pixels, upright: boolean, share: number): number {
  const [length, across] = upright ? [height, width] : [width, height]
  const grey = (along: number, off: number) => data[(upright ? along * width + off : off * width + along) * 3 + 1] ?? 0
  let [found, last] = [0, -10]
  for (let off = 1; off < across; off++) {
    let [run, longest] = [0, 0]
    for (let along = 0; along < length; along++) {
      run = Math.abs(grey(along, off) - grey(along, off - 1)) > 12 ? run + 1 : 0
      longest = Math.max(longest, run)
    }
    if (longest < length * share) continue
    if (off - last > 3) found += 1
    last = off
  }
  return found
}

/** By rules that were tried on pictures of each kind; whatever fits none of them is a photo. */
export function kindOf(features: Features): Sighting['kind'] {
  const { flat, ground, light, fields, level, bars, text, lines } = features
  const hasWindows = fields >= 3 && flat > 0.8 && text < 0.25
  if (lines >= 6 && text > 0.12 && ground > 0.4 && !hasWindows) {
    return light > 0.6 && bars === 0 ? 'document' : 'screenshot'
  }
  // The night sky is as plain as a drawing, but for its noise.
  if (flat < (light < 0.2 && lines < 4 ? 0.85 : 0.6)) return 'photo'
  if (isChart(features)) return 'chart'
  if (lines >= 3 && (light <= 0.8 || fields >= 3 || level >= 3)) return 'screenshot'
  return lines >= 4 || (lines >= 2 && text > 0.1) ? 'document' : 'drawing'
}

/** Axes, or areas of several colours with figures beside them; and nothing but short labels. */
function isChart({ light, ground, level, upright, bars, fields, text, lines, figures, letters }: Features): boolean {
  if (light < 0.8 || ground < 0.4 || lines < 2 || text > 0.2 || letters > 16 || bars > 0) return false
  return (level >= 1 && upright >= 1) || (figures >= 0.5 && fields >= 3)
}
