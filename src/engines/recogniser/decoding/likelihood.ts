/** The logarithm of the sum of all exponentials: what turns logits into logarithms of probabilities. */
export function logSum(logits: Float32Array): number {
  let highest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < logits.length; i++) {
    const value = logits[i] as number
    if (value > highest) highest = value
  }
  let sum = 0
  // What lies far below the best adds nothing that could be seen.
  const floor = highest - 20
  for (let i = 0; i < logits.length; i++) {
    const value = logits[i] as number
    if (value > floor) sum += Math.exp(value - highest)
  }
  return highest + Math.log(sum)
}

/** The places of the highest values, best first. */
export function highest(values: Float32Array, count: number): number[] {
  const places: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (places.length === count && value <= least) continue
    let at = places.length
    while (at > 0 && (values[places[at - 1] ?? 0] ?? 0) < value) at -= 1
    places.splice(at, 0, i)
    if (places.length > count) places.pop()
    least = values[places[places.length - 1] ?? 0] ?? least
  }
  return places
}
