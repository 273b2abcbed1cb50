import { dictionary } from 'cmu-pronouncing-dictionary'
import { bySpelling, fromArpabet } from './arpabet.ts'
import { ownWords } from './own-words.ts'

/** The dictionary's first pronunciation, in Kokoro's alphabet. */
export function lookUp(word: string): string | undefined {
  const own = Object.hasOwn(ownWords, word) ? ownWords[word] : undefined
  if (own !== undefined) return own
  const arpabet = Object.hasOwn(dictionary, word) ? dictionary[word] : undefined
  return arpabet === undefined ? undefined : bySpelling(word, fromArpabet(arpabet))
}
