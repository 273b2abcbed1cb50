import type { RecognisedWord } from '../../../core/recognition.ts'
import { englishFigures } from './english-figures.ts'
import { mandarinFigures } from './mandarin-figures.ts'

/** Spoken numbers, dates, prices and the like as figures; words that become one take their time from first to last. */
export function normaliseNumbers(words: readonly RecognisedWord[], language: string): RecognisedWord[] {
  switch (language.toLowerCase().split('-')[0]) {
    case 'en':
    case 'english':
      return englishFigures(words)
    case 'zh':
    case 'yue':
    case 'chinese':
      return mandarinFigures(words)
    default:
      return [...words]
  }
}
