import type { RecognisedWord } from '../../../core/recognition.ts'

/** One token of text and when it was said. */
export interface TimedBytes {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/** Scripts that put no space between words: each letter is a word of its own. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー々]/u
const opening = /[\p{Ps}\p{Pi}¿¡]/u
const letter = /[\p{L}\p{N}\p{M}$€£¥%°+]/u

interface Letter {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Tokens as words. A word has the space before it and the punctuation after it, so that all joined are the text. */
export function wordsOf(tokens: readonly TimedBytes[]): RecognisedWord[] {
  const words: { word: string; start: number; end: number; full: boolean; apart: boolean }[] = []
  for (const { text, start, end } of lettersOf(tokens)) {
    const last = words.at(-1)
    const apart = unspaced.test(text)
    const spoken = letter.test(text)
    const begins = /\s/.test(text)
      ? last?.full
      : last?.full && (opening.test(text) || (spoken && (apart || last.apart)))
    if (last === undefined || begins) {
      words.push({ word: text, start, end, full: spoken, apart })
      continue
    }
    if (spoken && !last.full) Object.assign(last, { start, apart })
    if (spoken) Object.assign(last, { end, full: true })
    last.word += text
  }
  return trimmed(words.map(({ word, start, end }) => ({ word, start, end })))
}

/** A letter may be made of several tokens, and a token of several letters. */
function lettersOf(tokens: readonly TimedBytes[]): Letter[] {
  const owners: number[] = []
  const firsts: number[] = []
  tokens.forEach(({ bytes }, owner) => {
    firsts.push(owners.length)
    for (let i = 0; i < bytes.length; i++) owners.push(owner)
  })
  const text = Buffer.concat(tokens.map(({ bytes }) => bytes)).toString('utf8')
  const letters: Letter[] = []
  let at = 0
  for (const symbol of text) {
    if (symbol === '\u{fffd}') {
      at += 1
      continue
    }
    const length = Buffer.byteLength(symbol)
    letters.push({ text: symbol, start: timeAt(at), end: timeAt(at + length) })
    at += length
  }
  return letters

  function timeAt(byte: number): number {
    const owner = owners[byte]
    const token = tokens[owner ?? tokens.length - 1]
    if (token === undefined) return 0
    if (owner === undefined) return token.end
    // A space takes no time.
    const space = token.bytes[0] === 0x20 ? 1 : 0
    const within = Math.max(0, byte - (firsts[owner] ?? 0) - space)
    return token.start + ((token.end - token.start) * within) / Math.max(1, token.bytes.length - space)
  }
}

function trimmed(words: RecognisedWord[]): RecognisedWord[] {
  return words
    .map((word, place) => {
      const start = place === 0 ? word.word.trimStart() : word.word
      return { ...word, word: place === words.length - 1 ? start.trimEnd() : start }
    })
    .filter(({ word }) => word !== '')
}
