export interface Random {
  /** From 0 to 1. */
  next(): number
  /** Around 0; two thirds are within 1. */
  normal(): number
}

/** The same seed gives the same numbers: a recording is always searched in the same way. */
export function createRandom(seed: Float32Array): Random {
  let state = seed.reduce((sum, value) => (Math.imul(sum, 31) + Math.round(value * 1e6)) | 0, 0x9e3779b9) >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state = (state ^ (state << 5)) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
