import type { RecognisedWord } from '../../../core/recognition.ts'
import { idiomLetters } from './mandarin-idioms.ts'
import { digitOf } from './mandarin-numbers.ts'
import { mandarinRules } from './mandarin-rules.ts'
import type { Figure } from './spoken-word.ts'

/** One letter, with the punctuation behind it and the word that it was part of. */
interface Letter {
  readonly letter: string
  readonly after: string
  readonly owner: number
  readonly start: number
  readonly end: number
}

const numeral = /^[零〇一二三四五六七八九十百千负两幺]$/

export function mandarinFigures(words: readonly RecognisedWord[]): RecognisedWord[] {
  const letters = words.flatMap(lettersOf)
  // Numbers do not go on behind punctuation: there, the rules see an end.
  const seen = letters.map(({ letter }) => letter)
  const idioms = idiomLetters(seen)
  const written: RecognisedWord[] = []
  let open: Letter[] = []
  const flush = () => {
    for (const word of wordsOf(open)) written.push(word)
    open = []
  }
  for (let at = 0; at < letters.length; ) {
    const figure = idioms[at] ? undefined : figureAt(letters, seen, idioms, at)
    if (figure) {
      flush()
      const taken = letters.slice(at, figure.to)
      const [first, last] = [taken[0], taken.at(-1)]
      written.push({
        word: figure.text + (last?.after ?? ''),
        start: first?.start ?? 0,
        end: last?.end ?? 0,
      })
      at = figure.to
    } else {
      const end = numberEnd(seen, at)
      open.push(...letters.slice(at, end))
      at = end
    }
  }
  flush()
  return written
}

/** What is no number as a whole is none from its middle on: 七八十 must not become 七80. */
function numberEnd(seen: readonly string[], at: number): number {
  let end = at + 1
  if (!numeral.test(seen[at] ?? '')) return end
  if (digitOf(seen[at]) === undefined) return end
  while (numeral.test(seen[end] ?? '') || /^[万亿]$/.test(seen[end] ?? '')) end += 1
  return end
}

function figureAt(
  letters: readonly Letter[],
  seen: readonly string[],
  idioms: readonly boolean[],
  at: number,
): Figure | undefined {
  if (!numeral.test(seen[at] ?? '')) return undefined
  const stop = letters.findIndex(({ after }, place) => place >= at && after !== '')
  const idiom = idioms.indexOf(true, at)
  const end = Math.min(stop < 0 ? seen.length : stop + 1, idiom < 0 ? seen.length : idiom)
  const visible = seen.slice(0, end)
  for (const rule of mandarinRules) {
    const figure = rule(visible, at)
    if (figure) return figure
  }
  return undefined
}

/** Words in other scripts stay whole: their letters are one letter here. */
function lettersOf({ word, start, end }: RecognisedWord, owner: number): Letter[] {
  if (!/\p{Script=Han}|〇/u.test(word)) return [{ letter: word, after: '', owner, start, end }]
  const parts = word.match(/[\p{Script=Han}〇][^\p{Script=Han}〇\p{L}\p{N}]*|[^\p{Script=Han}〇]+/gu) ?? [word]
  return parts.map((part, place) => {
    const [letter = ''] = part
    const single = /\p{Script=Han}|〇/u.test(letter)
    return {
      letter: single ? letter : part,
      after: single ? part.slice(letter.length) : '',
      owner,
      start: start + ((end - start) * place) / parts.length,
      end: start + ((end - start) * (place + 1)) / parts.length,
    }
  })
}

function wordsOf(letters: readonly Letter[]): RecognisedWord[] {
  const words: (RecognisedWord & { owner: number })[] = []
  for (const { letter, after, owner, start, end } of letters) {
    const last = words.at(-1)
    const word = letter + after
    if (last?.owner === owner) words[words.length - 1] = { ...last, word: last.word + word, end }
    else words.push({ word, start, end, owner })
  }
  return words.map(({ word, start, end }) => ({ word, start, end }))
}
