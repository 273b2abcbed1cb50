import { british } from './british.ts'
import { heteronym } from './heteronyms.ts'
import { spellOut } from './letters.ts'
import { weakForm } from './weak-forms.ts'
import { wordSound } from './word-sound.ts'

interface Token {
  readonly text: string
  readonly kind: 'word' | 'letters' | 'mark'
}

const pattern = /(?<![\p{L}'’])(?:\p{Lu}(?: \p{Lu})+)(?![\p{L}'’])|[\p{L}][\p{L}'’]*(?:['’](?=\s|$))?|[;:,.!?—…"“”()]/gu

function tokens(text: string): Token[] {
  return [...text.matchAll(pattern)].map(([match]) => {
    if (/^\p{Lu}( \p{Lu})+$/u.test(match)) return { text: match.replaceAll(' ', ''), kind: 'letters' }
    return { text: match, kind: /\p{L}/u.test(match) ? 'word' : 'mark' }
  })
}

/** A normalised English clause → phonemes, spaces between words, marks kept for their melody. */
export function englishPhonemes(text: string, accent: 'american' | 'british' = 'american'): string {
  const all = tokens(text.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' '))
  const written = all.map(token => (token.kind === 'word' ? token.text.toLowerCase().replaceAll('’', "'") : ''))
  let result = ''
  let next: string | undefined
  // From the end, because "the", "a" and "to" listen to what follows them.
  for (let index = all.length - 1; index >= 0; index--) {
    const token = all[index]
    if (token === undefined) continue
    if (token.kind === 'mark') {
      const opens = /[“(]/.test(token.text)
      result = opens
        ? token.text + result
        : `${token.text}${result === '' || /^[;:,.!?…”)]/.test(result) ? '' : ' '}${result.trimStart()}`
      if (!opens) next = undefined
      continue
    }
    const sound = say(token, written, index, next, accent)
    const apart = result === '' || /^[;:,.!?…”) ]/.test(result) ? '' : ' '
    result = sound + apart + result
    next = sound
  }
  return result
}

function say(
  token: Token,
  written: readonly string[],
  index: number,
  next: string | undefined,
  accent: 'american' | 'british',
): string {
  if (token.kind === 'letters') {
    const sound = spellOut(token.text)
    return accent === 'british' ? british('', sound) : sound
  }
  const word = written[index] ?? ''
  const around = {
    before: sameClause(written.slice(0, index).reverse()).reverse(),
    after: sameClause(written.slice(index + 1)),
  }
  const shouted = token.text.length > 1 && token.text === token.text.toUpperCase()
  const letter =
    token.text.length === 1 &&
    token.text === token.text.toUpperCase() &&
    token.text !== 'I' &&
    !(token.text === 'A' && next !== undefined)
  const weak = shouted || letter ? undefined : weakForm(word, next)
  const sound = weak ?? heteronym(word, around) ?? wordSound(word)
  return accent === 'british' ? british(word, sound) : sound
}

function sameClause(words: readonly string[]): string[] {
  const end = words.indexOf('')
  return words.slice(0, end < 0 ? words.length : end)
}
