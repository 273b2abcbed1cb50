import type { Pronunciation } from '../../../core/speech.ts'
import { syllablesPhonemes } from './mandarin/phonemes.ts'
import { isSyllable } from './mandarin/syllable.ts'
import { respelled } from './respelling.ts'

/** A word whose sound the caller gave; in the text it is one character of the private area. */
export interface GivenSound {
  readonly language: 'english' | 'mandarin'
  readonly phonemes: string
  readonly words: string
}

const firstMark = 0xe000
const most = 6400

export function markOf(text: string): string | undefined {
  return /[\uE000-\uF8FF]/.exec(text)?.[0]
}

export interface Marked {
  readonly text: string
  readonly sounds: ReadonlyMap<string, GivenSound>
}

/** Puts marks where given sounds are to be said; the longest written form wins. */
export function markPronunciations(text: string, pronunciations: readonly Pronunciation[]): Marked {
  const sounds = new Map<string, GivenSound>()
  const clean = text.replaceAll(/[\uE000-\uF8FF]/g, '')
  const entries = pronunciations
    .filter(({ written, spoken }) => written.trim() !== '' && spoken.trim() !== '')
    .slice(0, most)
  if (entries.length === 0) return { text: clean, sounds }
  const longestFirst = [...entries].sort((a, b) => b.written.length - a.written.length)
  const replacements = new Map<string, string>()
  longestFirst.forEach((entry, index) => {
    const key = entry.written.trim().toLowerCase()
    if (replacements.has(key)) return
    const given = readSpoken(entry)
    if (typeof given === 'string') {
      replacements.set(key, given)
      return
    }
    const mark = String.fromCharCode(firstMark + index)
    sounds.set(mark, given)
    replacements.set(key, mark)
  })
  const alternatives = [...replacements.keys()].map(bounded).join('|')
  const marked = clean.replace(new RegExp(alternatives, 'giu'), match => replacements.get(match.toLowerCase()) ?? match)
  return { text: marked, sounds }
}

/** A Latin word is not found inside another. */
function bounded(written: string): string {
  const escaped = written.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  const start = /^[\p{Script=Latin}\d]/u.test(written) ? '(?<![\\p{Script=Latin}\\d])' : ''
  const end = /[\p{Script=Latin}\d]$/u.test(written) ? '(?![\\p{Script=Latin}\\d])' : ''
  return start + escaped + end
}

function readSpoken({ written, spoken }: Pronunciation): GivenSound | string {
  const syllables = spoken
    .replaceAll(/[()]/g, ' ')
    .trim()
    .split(/\s+|(?<=\d)(?=[a-zü])/i)
  if (syllables.every(isSyllable))
    return { language: 'mandarin', phonemes: syllablesPhonemes(syllables), words: written }
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(spoken)) return spoken
  return { language: 'english', phonemes: respelled(spoken), words: spoken }
}
