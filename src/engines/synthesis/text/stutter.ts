/** Words begun twice: `withStutter('Maybe later', 0.5, 7)` → `Ma, Maybe later`. The same seed stutters at the same words. */
export function withStutter(text: string, amount: number, seed: number): string {
  if (amount <= 0) return text
  const random = randomFrom(seed)
  const chance = Math.min(1, amount) * 0.45
  return text
    .replaceAll(
      /(?<![\p{L}\p{N}'’@./:-])(\p{Script=Latin})(\p{Script=Latin}{2,})(?![\p{N}@/:]|\.\p{L})/gu,
      (word, first: string) => (random() < chance ? `${begin(word, first)}, ${word}` : word),
    )
    .replaceAll(/(?<=^|[，。！？、；：,.!?\s]|\p{Script=Han}{2})(\p{Script=Han})(?=\p{Script=Han})/gu, character =>
      random() < chance * 0.6 ? `${character}，${character}` : character,
    )
}

/** The sound that can be said alone: what stands before the first vowel, with it. */
function begin(word: string, first: string): string {
  return /^[^aeiouy]*[aeiouy]/i.exec(word)?.[0] ?? first
}

function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
