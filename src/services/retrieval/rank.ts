import type { Passage } from './passage-index.ts'

export interface Question {
  readonly vector: Float32Array
  readonly terms: readonly string[]
}

export interface Ranked<T> {
  readonly item: T
  readonly score: number
}

/** Meaning and letters together: meaning finds other words for it, letters find names and numbers. */
export function rank<T extends { readonly passage: Passage }>(
  question: Question,
  candidates: readonly T[],
  count: number,
): Ranked<T>[] {
  const letters = letterScores(
    question.terms,
    candidates.map(({ passage }) => passage),
  )
  const best = Math.max(1e-9, ...letters)
  // The embedding was trained on English: for other scripts letters say more.
  const weight = question.terms.some(term => /[^\p{Script=Latin}\p{N}]/u.test(term)) ? 0.75 : 0.4
  return candidates
    .map((item, index) => {
      const meaning = Math.max(0, dot(question.vector, item.passage.vector))
      return { item, score: (1 - weight) * meaning + weight * ((letters[index] ?? 0) / best) * Math.min(1, best) }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
}

/** Okapi BM25, over these passages alone. */
function letterScores(asked: readonly string[], passages: readonly Passage[]): number[] {
  const scores = new Array<number>(passages.length).fill(0)
  const average = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(1, passages.length)
  for (const term of new Set(asked)) {
    const holding = passages.reduce((sum, { terms }) => sum + (terms.has(term) ? 1 : 0), 0)
    if (holding === 0) continue
    const rarity = Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5))
    for (const [index, { terms, length }] of passages.entries()) {
      const often = terms.get(term) ?? 0
      if (often > 0) {
        scores[index] =
          (scores[index] ?? 0) + (rarity * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * length) / average))
      }
    }
  }
  return scores
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < b.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
