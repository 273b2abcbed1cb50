import type { RecognisedWord } from '../../../core/recognition.ts'

/** A word taken apart: what it says, and what stands around it. */
export interface SpokenWord {
  /** In lower case. */
  readonly core: string
  readonly written: string
  readonly before: string
  readonly after: string
  readonly start: number
  readonly end: number
}

/** A number that rules have made of the words `from` up to, but not with, `to`. */
export interface Figure {
  readonly to: number
  readonly text: string
}

export function takeApart({ word, start, end }: RecognisedWord): SpokenWord[] {
  const [, before = '', written = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}%]*)$/su.exec(word) ?? []
  const parts = isNumberCompound(written) ? written.split('-') : [written]
  return parts.map((part, place) => ({
    core: part.toLowerCase().replaceAll('’', "'"),
    written: part,
    before: place === 0 ? before : '-',
    after: place === parts.length - 1 ? after : '',
    start: start + ((end - start) * place) / parts.length,
    end: start + ((end - start) * (place + 1)) / parts.length,
  }))
}

/** "twenty-five" is two words to the rules; "one-way" is not. */
function isNumberCompound(written: string): boolean {
  return /^(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\p{L}+$/iu.test(written)
}

export function together(words: readonly SpokenWord[], text: string): RecognisedWord {
  const first = words[0]
  const last = words.at(-1)
  return {
    word: `${first?.before ?? ''}${text}${last?.after ?? ''}`,
    start: first?.start ?? 0,
    end: last?.end ?? 0,
  }
}

export function asWritten(word: SpokenWord): RecognisedWord {
  return together([word], word.written)
}
