import type { Vocabulary } from '../text/vocabulary.ts'

const most = 100

/** Each hotword as it may stand in a text: after a space or not, as it was given and with a capital. */
export function hotwordTokens(hotwords: readonly string[], vocabulary: Vocabulary): number[][] {
  return hotwords
    .slice(0, most)
    .map(word => word.trim())
    .filter(word => word !== '')
    .flatMap(word => {
      const capital = word.replace(/^\p{Ll}/u, letter => letter.toUpperCase())
      return [...new Set([word, capital])].flatMap(form => [vocabulary.encode(` ${form}`), vocabulary.encode(form)])
    })
    .filter(tokens => tokens.length > 0)
}
