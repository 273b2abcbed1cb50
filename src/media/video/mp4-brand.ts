/** The relatives of mp4 whose files begin in the same way, by the first brand that they name. */
const relatives: readonly (readonly [RegExp, string])[] = [
  [/^qt/, 'QuickTime (mov)'],
  [/^(M4A|M4B|M4P)/, 'sound alone (m4a)'],
  [/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/, 'a picture (heic)'],
  [/^(avif|avis)/, 'a picture (avif)'],
  [/^crx/, 'a picture (cr3)'],
]

/** Undefined when these first bytes are mp4; else what they are instead. */
export function notMp4(head: Buffer): string | undefined {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return 'not mp4'
  const brand = head.toString('latin1', 8, 12)
  return relatives.find(([pattern]) => pattern.test(brand))?.[1]
}
