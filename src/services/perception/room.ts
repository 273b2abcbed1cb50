/** Tokens of a letter for a small model that was made for English: it spells figures one by one, and other scripts byte by byte. */
const tokens = { plain: 0.25, other: 0.6, foreign: 2.5 }

/** About as much of a text as so many tokens hold; a text that is cut says so. */
export function fitInto(text: string, room: number): string {
  let [used, end] = [0, 0]
  for (const letter of text) {
    used += letter >= '\u0250' ? tokens.foreign : /[a-z\s]/.test(letter) ? tokens.plain : tokens.other
    if (used > room) return `${text.slice(0, end).trimEnd()}… (cut)`
    end += letter.length
  }
  return text
}
