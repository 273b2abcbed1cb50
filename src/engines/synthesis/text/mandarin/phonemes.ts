import { readHan } from './reading.ts'
import { applySandhi, type Syllable } from './sandhi.ts'
import { curl, syllablePhonemes, type ToneMarks } from './syllable.ts'

const fullSounding = /^(女|婴|幼|少|孤|胎|健|宠|小|男|婴幼|新生|低能|混血|弃|患|产|育)$/

export interface Dialect {
  readonly tones?: ToneMarks
  /** Changes a syllable before it is spelled in sounds, and the sounds after. */
  adapt?(pinyin: string, character: string): string
  finish?(phonemes: string): string
  readonly sandhi: boolean
}

export const standard: Dialect = { sandhi: true }

/** Han characters → phonemes; words stand apart, as in what Kokoro learned from. */
export function mandarinPhonemes(text: string, dialect: Dialect = standard): string {
  const words = readHan(text)
  const spoken = dialect.sandhi ? applySandhi(words) : words
  return spoken.map(word => wordPhonemes(word, dialect)).join(' ')
}

function wordPhonemes(word: readonly Syllable[], dialect: Dialect): string {
  let phonemes = ''
  let last = ''
  word.forEach((syllable, index) => {
    const stem = word
      .slice(0, index)
      .map(({ character }) => character)
      .join('')
    if (syllable.character === '儿' && index > 0 && index === word.length - 1 && !fullSounding.test(stem)) {
      phonemes = phonemes.slice(0, phonemes.length - last.length) + curl(last)
      return
    }
    last = one(syllable, dialect)
    phonemes += last
  })
  return phonemes
}

function one({ pinyin, character }: Syllable, dialect: Dialect): string {
  const phonemes = syllablePhonemes(dialect.adapt?.(pinyin, character) ?? pinyin, dialect.tones)
  return dialect.finish?.(phonemes) ?? phonemes
}

/** Syllables that a caller wrote (`fa4 guo2`). */
export function syllablesPhonemes(pinyin: readonly string[], dialect: Dialect = standard): string {
  return pinyin.map(syllable => one({ character: '', pinyin: syllable }, dialect)).join('')
}
