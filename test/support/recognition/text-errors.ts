export interface TextErrors {
  readonly errors: number
  readonly total: number
}

/** How many words, or letters where a language puts no spaces, differ from what was said. */
export function textErrors(said: string, heard: string, language: string): TextErrors {
  const expected = unitsOf(said, language)
  return { errors: distance(expected, unitsOf(heard, language)), total: expected.length }
}

function unitsOf(text: string, language: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\bmr\b/g, 'mister')
    .replace(/\bmrs\b/g, 'missus')
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
  return ['zh', 'ja'].includes(language)
    ? [...plain.replace(/\s/g, '')]
    : plain.split(/\s+/).filter(word => word !== '')
}

/** Insertions, deletions and exchanges that turn one list into the other. */
function distance(a: readonly string[], b: readonly string[]): number {
  let above = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (const [row, unit] of a.entries()) {
    const current = [row + 1]
    for (const [column, other] of b.entries()) {
      const exchanged = (above[column] ?? 0) + (unit === other ? 0 : 1)
      current.push(Math.min(exchanged, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    above = current
  }
  return above.at(-1) ?? 0
}
