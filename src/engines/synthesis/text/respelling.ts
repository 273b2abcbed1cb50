import { wordSound } from './english/word-sound.ts'

const fromIpa: readonly (readonly [RegExp, string])[] = [
  [/[/[\]]/g, ''],
  [/t͡ʃ|tʃ/g, 'ʧ'],
  [/d͡ʒ|dʒ/g, 'ʤ'],
  [/eɪ|ei/g, 'A'],
  [/aɪ|ai/g, 'I'],
  [/aʊ|au/g, 'W'],
  [/ɔɪ|oi/g, 'Y'],
  [/oʊ|ou/g, 'O'],
  [/əʊ/g, 'Q'],
  [/ɚ/g, 'əɹ'],
  [/ɝ/g, 'ɜɹ'],
  [/r/g, 'ɹ'],
  [/g/g, 'ɡ'],
  [/['ʹ]/g, 'ˈ'],
  [/\./g, ''],
]

const isIpa = /^[/[].+[/\]]$|[ɑɒæɔəɛɜɡɪɹʃʊʌʒʤʧθðŋˈˌ]/u

/** How a caller spelled a sound: IPA, or English syllables (`toh-MAY-toh`) where capitals carry the stress. */
export function respelled(spoken: string): string {
  if (isIpa.test(spoken)) {
    let phonemes = spoken
    for (const [pattern, sound] of fromIpa) phonemes = phonemes.replaceAll(pattern, sound)
    return phonemes
  }
  return spoken
    .split(/\s+/)
    .map(word => (word.includes('-') ? syllables(word) : wordSound(word)))
    .filter(word => word !== '')
    .join(' ')
}

function syllables(word: string): string {
  const parts = word.split('-').filter(part => part !== '')
  const loud = parts.findIndex(part => part.length > 1 && part === part.toUpperCase())
  const stressed = Math.max(loud, 0)
  return parts
    .map((part, index) => {
      const sound = syllable(part.toLowerCase()).replaceAll('ˌ', '')
      return index === stressed ? sound : sound.replaceAll('ˈ', '')
    })
    .join('')
}

/** What people write for a vowel when they spell by ear. */
const byEar: readonly (readonly [RegExp, string])[] = [
  [/^([^aeiouy]*)(oh|oe|oa)$/, 'O'],
  [/^([^aeiouy]*)(ee|ea|ie)$/, 'i'],
  [/^([^aeiouy]*)(ay|ai|ey)$/, 'A'],
  [/^([^aeiouy]*)(oo|ew)$/, 'u'],
  [/^([^aeiouy]*)(ah|aa)$/, 'ɑ'],
  [/^([^aeiouy]*)(uh)$/, 'ʌ'],
  [/^([^aeiouy]*)(eye|igh|y)$/, 'I'],
  [/^([^aeiouy]*)(ow)$/, 'W'],
  [/^([^aeiouy]*)(aw)$/, 'ɔ'],
  [/^([^aeiouy]*)(er|ur)$/, 'ɜɹ'],
]

function syllable(part: string): string {
  for (const [pattern, vowel] of byEar) {
    const match = pattern.exec(part)
    if (match) return `${match[1] === '' ? '' : wordSound(`${match[1]}a`).replace(/[ˈˌ].*$/, '')}ˈ${vowel}`
  }
  return wordSound(part)
}
