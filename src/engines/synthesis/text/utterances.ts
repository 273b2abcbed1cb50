import type { Atom, Part } from './atoms.ts'
import { cutAtBorder } from './phrase-borders.ts'
import { type Accent, soundOf } from './sound-of.ts'

export interface Clause {
  readonly parts: readonly Part[]
  readonly phonemes: string
  readonly words: string
  readonly mark: string
}

/** Beyond this Kokoro hurries; its own limit is 510. */
const longest = 200
/** The first is short so that sound begins early, yet long enough to have a melody. */
const longestFirst = 62
const shortest = 14

function clause({ parts, mark }: Atom, accent: Accent): Clause {
  const words = parts
    .map(
      (part, index) =>
        `${index > 0 && (part.language === 'english' || parts[index - 1]?.language === 'english') ? ' ' : ''}${part.text}`,
    )
    .join('')
  return { parts, mark, phonemes: soundOf(parts, accent) + mark, words: words + mark }
}

function cut(whole: Clause, limit: number, share: number, accent: Accent): Clause[] {
  if (whole.phonemes.length <= limit) return [whole]
  const halves = cutAtBorder(whole.parts, share)
  if (halves === undefined) return [whole]
  return [clause({ parts: halves[0], mark: '' }, accent), clause({ parts: halves[1], mark: whole.mark }, accent)]
}

function cutLong(whole: Clause, accent: Accent): Clause[] {
  const pieces = cut(whole, longest, 0.5, accent)
  return pieces.length === 1 ? pieces : pieces.flatMap(piece => cutLong(piece, accent))
}

function merged(a: Clause, b: Clause): Clause {
  const space = /[\p{Script=Latin}\d][,;:—]?$/u.test(a.words) ? ' ' : ''
  return {
    parts: [...a.parts, ...b.parts],
    mark: b.mark,
    phonemes: `${a.phonemes} ${b.phonemes}`,
    words: a.words + space + b.words,
  }
}

/** Characters beyond which words are parted before their sounds are looked for, so that an endless sentence begins soon too. */
const tooMany = 300

function parted(atom: Atom): Atom[] {
  if (atom.parts.reduce((sum, { text }) => sum + text.length, 0) <= tooMany) return [atom]
  const halves = cutAtBorder(atom.parts, 0.5)
  if (halves === undefined) return [atom]
  return [...parted({ parts: halves[0], mark: '' }), ...parted({ parts: halves[1], mark: atom.mark })]
}

/** The clauses of one sentence, joined into breaths. `opening`: nothing has been said before. */
export function* breaths(atoms: readonly Atom[], accent: Accent, opening: boolean): Generator<Clause> {
  let pending: Clause | undefined
  let first = opening
  for (const atom of atoms.flatMap(parted)) {
    const whole = clause(atom, accent)
    if (/^[\s;:,.!?—…]*$/.test(whole.phonemes)) continue
    const early =
      first && pending === undefined
        ? cut(whole, longestFirst, Math.min(0.5, longestFirst / 1.4 / whole.phonemes.length), accent)
        : [whole]
    for (const piece of early.flatMap(part => cutLong(part, accent))) {
      const limit = first ? longestFirst : longest
      if (
        pending !== undefined &&
        pending.phonemes.length >= shortest &&
        pending.phonemes.length + piece.phonemes.length > limit
      ) {
        yield pending
        first = false
        pending = piece
      } else pending = pending === undefined ? piece : merged(pending, piece)
      if (first && pending.phonemes.length >= shortest) {
        yield pending
        first = false
        pending = undefined
      }
    }
  }
  if (pending !== undefined) yield pending
}
