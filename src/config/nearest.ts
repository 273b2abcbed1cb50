/** The word that a mistyped one most likely stands for. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  if (given.length > 64) return undefined
  const plain = simplify(given)
  let best: string | undefined
  let least = Math.max(1, Math.floor(plain.length / 3)) + 1
  for (const word of words) {
    const distance = editDistance(plain, simplify(word))
    if (distance < least) [best, least] = [word, distance]
  }
  return best
}

export function suggestion(given: string, words: readonly string[]): string {
  const word = nearest(given, words)
  return word === undefined ? '' : ` did you mean "${word}"?`
}

/** `timeoutSeconds`, `timeout-seconds` and `timeout_seconds` are one word to whoever typed them. */
function simplify(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, '')
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const least = Math.min(replaced, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = swapped ? Math.min(least, (beforeLast[column - 2] ?? 0) + 1) : least
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
