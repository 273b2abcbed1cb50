/** Sound counts ten tokens a second, begun tenths included. */
export function soundTokens(seconds: number): number {
  // A thousandth of a token for the rounding of sums.
  return Math.max(0, Math.ceil(seconds * 10 - 1e-3))
}

/** Text counts a token for each Chinese, Japanese or Korean character, and one for every four others of a word, begun ones included. */
export function textTokens(text: string): number {
  let tokens = 0
  for (const [part] of text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu,
  )) {
    tokens += Math.ceil([...part].length / 4)
  }
  return tokens
}
