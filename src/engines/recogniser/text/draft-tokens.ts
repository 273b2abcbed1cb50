import type { Task } from '../model.ts'
import type { Vocabulary } from './vocabulary.ts'

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** The draft as the network would have written it; none where several texts are weighed, for it is only one. */
export function draftTokens({ draft, width, hotwords }: Task, vocabulary: Vocabulary, most: number): number[] {
  if (!draft || width > 1 || hotwords.length > 0) return []
  return vocabulary.encode(unspaced.test(draft) ? draft : ` ${draft}`).slice(0, most)
}

const marks = /^[\p{P}\s]+$/u

/** Whether a token is punctuation alone. */
export function isMark(vocabulary: Vocabulary, token: number): boolean {
  return marks.test(Buffer.from(vocabulary.bytes(token)).toString('utf8'))
}
