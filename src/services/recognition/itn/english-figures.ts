import type { RecognisedWord } from '../../../core/recognition.ts'
import { englishRules } from './english-rules.ts'
import { asWritten, type SpokenWord, takeApart, together } from './spoken-word.ts'

export function englishFigures(words: readonly RecognisedWord[]): RecognisedWord[] {
  const spoken = words.flatMap(takeApart)
  const written: RecognisedWord[] = []
  for (let at = 0; at < spoken.length; ) {
    const figure = figureAt(spoken, at)
    const piece = figure ? together(spoken.slice(at, figure.to), figure.text) : asWritten(spoken[at] as SpokenWord)
    append(written, piece)
    at = figure?.to ?? at + 1
  }
  return written
}

function figureAt(words: readonly SpokenWord[], at: number) {
  for (const rule of englishRules) {
    const figure = rule(words, at)
    if (figure) return figure
  }
  return undefined
}

/** The second half of "twenty-something" goes back to its first. */
function append(written: RecognisedWord[], piece: RecognisedWord): void {
  const last = written.at(-1)
  if (last === undefined || !piece.word.startsWith('-') || /^-\d/.test(piece.word)) written.push(piece)
  else written[written.length - 1] = { word: last.word + piece.word, start: last.start, end: piece.end }
}
