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

export function createVocabulary(model: NativeModel, info: GgufInfo): Vocabulary {
  const ends = endingTokens(info)
  return {
    specialTexts: textsOf(specialTokens(info, [control, ofUser])),
    isEnd: token => ends.has(token) || model.isEogToken(token),
    tokenize: text => (text === '' ? [] : Array.from(model.tokenize(text, true))),
    textOf: list => model.detokenize(Uint32Array.from(list), true),
  }
}

/** Texts by which somebody's turn begins or ends. */
export function controlTexts(info: GgufInfo): string[] {
  return textsOf(specialTokens(info, [control]))
}

/** With any of these an answer is over, in the letters that they are written in. */
export function endingTexts(info: GgufInfo): ReadonlySet<string> {
  return new Set([...endingTokens(info)].map(token => info.tokens[token] ?? ''))
}

/** A single letter is never cut. */
function textsOf(found: readonly SpecialToken[]): string[] {
  return found.map(({ text }) => text).filter(text => text.length > 1)
}

function endingTokens(info: GgufInfo): ReadonlySet<number> {
  const isEnding = ({ text }: SpecialToken) => !tags.has(text)
  return new Set(
    specialTokens(info, [control])
      .filter(isEnding)
      .map(({ token }) => token),
  )
}

interface SpecialToken {
  readonly token: number
  readonly text: string
}

function specialTokens({ tokens, tokenTypes }: GgufInfo, types: readonly number[]): SpecialToken[] {
  return [...tokenTypes.entries()]
    .filter(([, type]) => types.includes(type))
    .map(([token]) => ({ token, text: tokens[token] ?? '' }))
}
