const tokensOfLetter = 0.3
/** Models that were made for English spell other scripts byte by byte. */
const tokensOfOther = 1.5

/** About as much of a text as so many tokens hold; a text that is cut says so. */
export function fitInto(text: string, tokens: number): string {
  let [used, end] = [0, 0]
  for (const letter of text) {
    used += letter < '\u0250' ? tokensOfLetter : tokensOfOther
    if (used > tokens) return `${text.slice(0, end).trimEnd()}… (cut)`
    end += letter.length
  }
  return text
}
