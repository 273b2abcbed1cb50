import { likeness, unit } from './listener.ts'

export type Mix = Readonly<Record<string, number>>

const rounds = 1500

/** Shares of known voices whose mean points where the wanted voice does, as nearly as they can. */
export function mixTowards(wanted: Float32Array, known: ReadonlyMap<string, Float32Array>): Mix {
  const names = [...known.keys()]
  const vectors = [...known.values()]
  let shares = names.map(() => 1 / names.length)
  for (let round = 0; round < rounds; round++) {
    const sum = wanted.map((_, i) =>
      vectors.reduce((total, vector, v) => total + (shares[v] ?? 0) * (vector[i] ?? 0), 0),
    )
    const length = Math.sqrt(likeness(sum, sum))
    const direction = unit(sum)
    const near = likeness(direction, wanted)
    const pulls = vectors.map(vector => (likeness(vector, wanted) - near * likeness(vector, direction)) / length)
    const strongest = Math.max(...pulls)
    shares = shares.map((share, v) => share * Math.exp(0.5 * ((pulls[v] ?? 0) - strongest)))
    const total = shares.reduce((a, b) => a + b, 0)
    shares = shares.map(share => share / total)
  }
  return tidy(Object.fromEntries(names.map((name, v) => [name, shares[v] ?? 0])))
}

/** Without the crumbs; the shares sum to one. */
export function tidy(mix: Mix): Mix {
  const kept = Object.entries(mix).filter(([, share]) => Math.abs(share) >= 0.02)
  const total = kept.reduce((sum, [, share]) => sum + share, 0)
  return Object.fromEntries(kept.map(([name, share]) => [name, share / total]))
}
