/** A set of code points: ranges in order, without overlaps, both ends included. */
export type CodePoints = readonly (readonly [number, number])[]

const last = 0x10ffff
const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20
/** What JSON text may not hold as it is, or had better not. */
const unwritable: CodePoints = [
  [0, firstPrintable - 1],
  [quote, quote],
  [backslash, backslash],
  [0x7f, 0x9f],
  [0xd800, 0xdfff],
  [0xfff0, 0xffff],
]

const rareEscapes = [
  ['t', 9],
  ['r', 13],
  ['f', 12],
  ['b', 8],
] as const

export function union(...sets: readonly CodePoints[]): CodePoints {
  const merged: [number, number][] = []
  for (const [from, to] of sets.flat().toSorted(([a], [b]) => a - b)) {
    const previous = merged.at(-1)
    if (previous && from <= previous[1] + 1) previous[1] = Math.max(previous[1], to)
    else merged.push([from, to])
  }
  return merged
}

export function complement(set: CodePoints): CodePoints {
  const rest: [number, number][] = []
  let next = 0
  for (const [from, to] of union(set)) {
    if (from > next) rest.push([next, from - 1])
    next = to + 1
  }
  if (next <= last) rest.push([next, last])
  return rest
}

export function minus(set: CodePoints, without: CodePoints): CodePoints {
  return complement(union(complement(set), without))
}

export function has(set: CodePoints, point: number): boolean {
  return set.some(([from, to]) => from <= point && point <= to)
}

/** One character of the set within a JSON string, in GBNF; undefined where no such character can be written. */
export function characterRule(set: CodePoints): string | undefined {
  const plain = minus(set, unwritable)
  const choices: string[] = []
  if (plain.length > 0) choices.push(`[${plain.map(writeRange).join('')}]`)
  if (has(set, quote)) choices.push('"\\\\\\""')
  if (has(set, backslash)) choices.push('"\\\\\\\\"')
  if (has(set, 10)) choices.push('"\\\\n"')
  // Tabs and the like are written only where nothing else would do.
  if (choices.length === 0) {
    for (const [letter, point] of rareEscapes) if (has(set, point)) choices.push(`"\\\\${letter}"`)
  }
  if (choices.length === 0) return undefined
  return choices.length === 1 ? choices[0] : `(${choices.join(' | ')})`
}

function writeRange([from, to]: readonly [number, number]): string {
  return from === to ? writePoint(from) : `${writePoint(from)}-${writePoint(to)}`
}

function writePoint(point: number): string {
  const character = String.fromCodePoint(point)
  if (/[A-Za-z0-9]/.test(character)) return character
  if (point <= 0xff) return `\\x${point.toString(16).padStart(2, '0')}`
  if (point <= 0xffff) return `\\u${point.toString(16).padStart(4, '0')}`
  return `\\U${point.toString(16).padStart(8, '0')}`
}
