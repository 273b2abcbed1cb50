import type { RecognisedWord } from '../../core/recognition.ts'

/** Scripts that put nothing between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u

/** Whether a space belongs between two pieces of text that were heard apart. */
export function needsSpace(before: string, after: string): boolean {
  const last = before.at(-1)
  const first = after[0]
  if (last === undefined || first === undefined || /\s/u.test(last) || /\s/u.test(first)) return false
  return !unspaced.test(last) && !unspaced.test(first) && !/^[\p{Pe}\p{Pf},.!?;:%…]/u.test(first)
}

/**
 * Words of one stretch in one form, whatever the engine's: what separates a word from the one before stands in front of
 * it, and nothing in front of the first; times follow one another within the stretch. `from` and `to` are seconds.
 */
export function tidyWords(words: readonly RecognisedWord[], from: number, to: number): RecognisedWord[] {
  const tidy: RecognisedWord[] = []
  let space = ''
  let free = from
  for (const { word, start, end } of words) {
    const bare = word.trim()
    if (/^\s/u.test(word)) space = ' '
    if (bare === '') continue
    const begins = within(from + finite(start), free, to)
    const ends = within(from + finite(end), begins, to)
    tidy.push({ word: (tidy.length > 0 ? space : '') + bare, start: begins, end: ends })
    free = ends
    space = /\s$/u.test(word) ? ' ' : ''
  }
  return tidy
}

export function textOf(words: readonly RecognisedWord[]): string {
  return words.map(({ word }) => word).join('')
}

/** The word as it stands after what was heard before it. */
export function joinedTo(before: RecognisedWord | undefined, word: RecognisedWord): RecognisedWord {
  if (!before) return { ...word, word: word.word.trimStart() }
  return needsSpace(before.word, word.word) ? { ...word, word: ` ${word.word}` } : word
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0
}
