/** The same number for the same words, so that the same request is spoken in the same way. */
export function seedOf(...words: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const letter of words.join('\n')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
