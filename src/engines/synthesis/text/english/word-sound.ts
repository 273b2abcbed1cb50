import { fromParts } from './compounds.ts'
import { lookUp } from './dictionary.ts'
import { guessSound } from './letter-to-sound.ts'
import { letterNames, spellOut } from './letters.ts'
import { fromStem } from './suffixes.ts'

const cache = new Map<string, string>()
const cacheSize = 5000

/** How one word is said on its own, wherever the knowledge comes from. */
export function wordSound(written: string): string {
  const word = written
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^a-z']/g, '')
  if (word === '') return ''
  const known = cache.get(word)
  if (known !== undefined) return known
  const sound = find(word)
  if (cache.size >= cacheSize) cache.clear()
  cache.set(word, sound)
  return sound
}

function find(word: string): string {
  if (word.length === 1) return letterNames[word] ?? ''
  const plain = word.replaceAll("'", '')
  return (
    lookUp(word) ??
    fromStem(word, lookUp) ??
    lookUp(plain) ??
    fromParts(plain, lookUp) ??
    (/[aeiouy]/.test(plain) ? guessSound(plain) : spellOut(plain))
  )
}
