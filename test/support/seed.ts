/** Random, but the same again with the same MEDLEY_TEST_SEED; printed, so that a failure can be repeated. */
export function seedFor(what: string): number {
  const seed = Number(process.env.MEDLEY_TEST_SEED ?? 20_261_115)
  process.stdout.write(`${what}: MEDLEY_TEST_SEED=${seed}\n`)
  return seed
}

/** A whole number below the limit. */
export type Random = (limit: number) => number

/** Marsaglia's xorshift: small, and good enough to pick moments and sizes. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0 || 1
  return limit => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % limit
  }
}
