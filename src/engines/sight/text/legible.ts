import type { ReadBox } from './read-text.ts'

/** Textures look like a letter or two now and then, seldom like a word. */
const leastOfLength = [1, 0.9, 0.8]
const leastOfWords = 0.7
const leastOfTurned = 0.85

/** Whether it is likely to be text at all. */
export function isLegible({ text, certainty, turn }: Pick<ReadBox, 'text' | 'certainty' | 'turn'>): boolean {
  // A lone 一 is a rule or a dash.
  if (text === '一' || !/[\p{L}\p{N}]/u.test(text)) return false
  const least = leastOfLength[text.length] ?? leastOfWords
  return certainty >= (turn === 'upright' ? least : Math.max(least, leastOfTurned))
}

const wide = /[！-～]/g

/** The network knows some marks in their wide Chinese shape only. */
export function withPlainMarks(text: string): string {
  if (/\p{Script=Han}/u.test(text)) return text
  return text.replaceAll(wide, mark => String.fromCodePoint((mark.codePointAt(0) ?? 0) - 0xfee0)).replaceAll('。', '.')
}
