const shortestPart = 3
const longestWord = 30

/** `motherboard` → mother + board: the halves that the dictionary has, the most even cut first; the second is said weaker. */
export function fromParts(word: string, lookUp: (part: string) => string | undefined): string | undefined {
  if (word.length < 2 * shortestPart + 1 || word.length > longestWord) return undefined
  const cuts = Array.from({ length: word.length - 2 * shortestPart + 1 }, (_, index) => index + shortestPart)
  cuts.sort((a, b) => Math.abs(a - word.length / 2) - Math.abs(b - word.length / 2))
  for (const cut of cuts) {
    // Short halves are found by chance in any name, so they count only beside a long one.
    if (Math.min(cut, word.length - cut) === shortestPart && word.length < 8) continue
    const first = lookUp(word.slice(0, cut))
    const second = first === undefined ? undefined : lookUp(word.slice(cut))
    if (first !== undefined && second !== undefined) return first + second.replaceAll('ˌ', '').replace('ˈ', 'ˌ')
  }
  return undefined
}
