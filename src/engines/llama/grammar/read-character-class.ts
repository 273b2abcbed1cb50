import { type CodePoints, complement, union } from './code-points.ts'
import { SchemaProblem } from './schema-problem.ts'

export interface ReadCharacters {
  readonly set: CodePoints
  readonly at: number
}

const digits: CodePoints = [[0x30, 0x39]]
const word = union(digits, [[0x41, 0x5a]], [[0x5f, 0x5f]], [[0x61, 0x7a]])
const space: CodePoints = union(
  [[9, 13]],
  [[0x20, 0x20]],
  [[0xa0, 0xa0]],
  [[0x1680, 0x1680]],
  [[0x2000, 0x200a]],
  [[0x2028, 0x2029]],
  [[0x202f, 0x202f]],
  [[0x205f, 0x205f]],
  [[0x3000, 0x3000]],
  [[0xfeff, 0xfeff]],
)
const classes: Readonly<Record<string, CodePoints>> = {
  d: digits,
  D: complement(digits),
  w: word,
  W: complement(word),
  s: space,
  S: complement(space),
}
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 }
/** Enough of Unicode's letters to write names with; the rest need not be written to keep a pattern. */
const properties: Readonly<Record<string, CodePoints>> = {
  L: union([[0x41, 0x5a]], [[0x61, 0x7a]], [[0xc0, 0xd6]], [[0xd8, 0xf6]], [[0xf8, 0x24f]]),
  Lu: [[0x41, 0x5a]],
  Ll: [[0x61, 0x7a]],
  N: digits,
  Nd: digits,
}

/** What follows a backslash. */
export function readEscape(text: readonly string[], at: number): ReadCharacters {
  const character = text[at] ?? ''
  const known = classes[character]
  if (known) return { set: known, at: at + 1 }
  const rest = text.slice(at, at + 30).join('')
  const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(rest)
  if (hex) return { set: one(Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '0', 16)), at: at + hex[0].length }
  const property = /^p\{(\w+)\}/.exec(rest)
  const set = properties[property?.[1] ?? '']
  if (property && set) return { set, at: at + property[0].length }
  const control = controls[character]
  if (control !== undefined) return { set: one(control), at: at + 1 }
  if (character === '' || /[A-Za-z1-9]/.test(character)) {
    throw new SchemaProblem(`a pattern holds "\\${character}", which can't be enforced`)
  }
  return { set: one(character.codePointAt(0) ?? 0), at: at + 1 }
}

/** What follows an opening bracket, up to the closing one. */
export function readClass(text: readonly string[], start: number): ReadCharacters {
  let at = start
  const isNegated = text[at] === '^'
  if (isNegated) at += 1
  const sets: CodePoints[] = []
  while (text[at] !== ']') {
    if (at >= text.length) throw new SchemaProblem('a pattern holds a class that is not closed')
    const first = readMember(text, at)
    at = first.at
    if (text[at] !== '-' || text[at + 1] === ']') {
      sets.push(first.set)
      continue
    }
    const second = readMember(text, at + 1)
    const [from, to] = [first.set[0]?.[0], second.set[0]?.[0]]
    if (from === undefined || to === undefined || from > to)
      throw new SchemaProblem('a pattern holds a range that is none')
    at = second.at
    sets.push([[from, to]])
  }
  const all = union(...sets)
  return { set: isNegated ? complement(all) : all, at: at + 1 }
}

function readMember(text: readonly string[], at: number): ReadCharacters {
  const character = text[at] ?? ''
  return character === '\\' ? readEscape(text, at + 1) : { set: one(character.codePointAt(0) ?? 0), at: at + 1 }
}

function one(point: number): CodePoints {
  return [[point, point]]
}
