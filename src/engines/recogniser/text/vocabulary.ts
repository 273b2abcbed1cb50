/** A model's words: pieces of text and their numbers. */
export interface Vocabulary {
  /** The bytes of one token; nothing for control tokens. */
  bytes(token: number): Uint8Array
  encode(text: string): number[]
}

/**
 * Joins the pieces of a text, always the two neighbours whose whole has the lowest number first: in both kinds of
 * vocabulary the numbers are the order in which the pairs were learnt.
 */
export function joinPieces(pieces: string[], numberOf: (piece: string) => number | undefined): string[] {
  const joined = [...pieces]
  for (;;) {
    let best = Number.POSITIVE_INFINITY
    let place = -1
    for (let i = 0; i + 1 < joined.length; i++) {
      const number = numberOf(`${joined[i]}${joined[i + 1]}`)
      if (number !== undefined && number < best) [best, place] = [number, i]
    }
    if (place < 0) return joined
    joined.splice(place, 2, `${joined[place]}${joined[place + 1]}`)
  }
}
