import type { Pixels } from '../../media/pictures/decode-pixels.ts'

const sampled = 10_000
const shown = 4
const leastShare = 0.06

/** The names of the colours that cover most of a picture, most first. */
export function coloursOf({ width, height, data }: Pixels): { readonly name: string; readonly share: number }[] {
  const counts = new Map<string, number>()
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / sampled)))
  let all = 0
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3
      const name = colourName(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      all += 1
    }
  }
  return [...counts]
    .map(([name, count]) => ({ name, share: count / all }))
    .toSorted((a, b) => b.share - a.share)
    .filter(({ share }, index) => index === 0 || share >= leastShare)
    .slice(0, shown)
}

/** Hues in degrees of OKLCH, each up to this one. */
const hues = [
  [12, 'pink'],
  [42, 'red'],
  [75, 'orange'],
  [115, 'yellow'],
  [165, 'green'],
  [215, 'cyan'],
  [285, 'blue'],
  [325, 'purple'],
  [361, 'pink'],
] as const

/** As a person would call it. */
export function colourName(red: number, green: number, blue: number): string {
  const { lightness, chroma, hue } = oklch(red, green, blue)
  if (lightness < 0.2) return 'black'
  if (chroma < (lightness > 0.9 ? 0.02 : 0.035)) {
    if (lightness > 0.93) return 'white'
    return lightness > 0.78 ? 'light grey' : lightness < 0.42 ? 'dark grey' : 'grey'
  }
  const name = hues.find(([end]) => hue < end)?.[1] ?? 'pink'
  const isWarm = hue >= 20 && hue < 110
  if (isWarm && lightness > 0.75 && chroma < 0.1) return 'beige'
  if (isWarm && hue >= 35 && lightness < 0.62 && chroma < 0.15) return 'brown'
  if (name === 'pink' && lightness < 0.55) return hue < 12 || hue > 350 ? 'red' : 'purple'
  if (name === 'red') return lightness > 0.72 ? 'pink' : lightness < 0.4 ? 'dark red' : 'red'
  if (name === 'green' || name === 'blue' || name === 'purple') return `${shade(lightness)}${name}`
  return name
}

function shade(lightness: number): string {
  return lightness > 0.8 ? 'light ' : lightness < 0.4 ? 'dark ' : ''
}

/** Björn Ottosson's OKLab: equal distances look equally far apart. */
function oklch(red: number, green: number, blue: number) {
  const [r, g, b] = [linear(red), linear(green), linear(blue)] as const
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { lightness, chroma: Math.hypot(a, bb), hue: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 }
}

function linear(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
