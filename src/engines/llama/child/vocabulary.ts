import type { NativeModel } from './binding.ts'
import type { GgufInfo } from './gguf.ts'

const control = 3
const ofUser = 4
/** Control tokens of some models that are words of the answer all the same. */
const tags = new Set(['<think>', '</think>', '<tool_call>', '</tool_call>'])

export interface Vocabulary {
  /** Texts that a model takes for more than text. */
  readonly specialTexts: readonly string[]
  /** Whether an answer is over with this token: its end, or the beginning of somebody else's turn. */
  isEnd(token: number): boolean
  tokenize(text: string): number[]
  textOf(tokens: readonly number[]): string
}

export function createVocabulary(model: NativeModel, { tokens, tokenTypes }: GgufInfo): Vocabulary {
  const specialTexts: string[] = []
  const ends = new Set<number>()
  for (const [token, type] of tokenTypes.entries()) {
    if (type !== control && type !== ofUser) continue
    const text = tokens[token] ?? ''
    if (text.length > 1) specialTexts.push(text)
    if (type === control && !tags.has(text)) ends.add(token)
  }
  return {
    specialTexts,
    isEnd: token => ends.has(token) || model.isEogToken(token),
    tokenize: text => (text === '' ? [] : Array.from(model.tokenize(text, true))),
    textOf: list => model.detokenize(Uint32Array.from(list), true),
  }
}
