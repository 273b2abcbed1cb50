/** How far a piece may be moved so that its waves meet those of the piece before. */
const reach = 200
const fade = 480

/** What is held back of each piece, for the next to be joined to. */
export const overlap = reach + fade

/**
 * Joins the end of one piece to the beginning of the next, which both say the same `overlap + reach` samples.
 * Their waves need not be in step: the second is moved until they are. Returns the second with the joint at its beginning.
 */
export function joinAtSeam(tail: Float32Array, next: Float32Array): Float32Array {
  const shift = bestShift(tail, next)
  const output = next.slice(shift)
  const length = Math.min(fade, tail.length, output.length)
  for (let i = 0; i < length; i++) {
    const share = (i + 0.5) / length
    output[i] = (1 - share) * (tail[i] ?? 0) + share * (output[i] ?? 0)
  }
  return output
}

function bestShift(tail: Float32Array, next: Float32Array): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  const furthest = Math.min(2 * reach, next.length - fade)
  for (let shift = 0; shift <= furthest; shift += 2) {
    const likeness = correlation(tail, next, shift)
    if (likeness > most) [best, most] = [shift, likeness]
  }
  return best
}

function correlation(tail: Float32Array, next: Float32Array, shift: number): number {
  let [product, a, b] = [0, 1e-9, 1e-9]
  for (let i = 0; i < fade; i++) {
    const [x, y] = [tail[i] ?? 0, next[i + shift] ?? 0]
    product += x * y
    a += x * x
    b += y * y
  }
  return product / Math.sqrt(a * b)
}

/** Makes the first and last moments rise from and fall to nothing, so that nothing clicks. */
export function softenStart(samples: Float32Array, length = 120): Float32Array {
  const softened = samples.slice()
  for (let i = 0; i < Math.min(length, softened.length); i++) softened[i] = ((softened[i] ?? 0) * i) / length
  return softened
}

export function softenEnd(samples: Float32Array, length = 240): Float32Array {
  const softened = samples.slice()
  const start = Math.max(0, softened.length - length)
  for (let i = start; i < softened.length; i++) {
    softened[i] = ((softened[i] ?? 0) * (softened.length - 1 - i)) / length
  }
  return softened
}
