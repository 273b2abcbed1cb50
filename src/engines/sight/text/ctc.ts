export interface ReadText {
  readonly text: string
  /** From 0 to 1: how sure the network was of its letters, on average. */
  readonly certainty: number
}

/** The network is shy of spaces: where there is one, it considers it at least this much, and hardly at all elsewhere. */
const spaceLeast = 0.05

/**
 * The likeliest symbol of each step; the same again is the same letter, the first symbol parts letters and the last is
 * the space. `steps` holds a row of probabilities for each step.
 */
export function readSteps(steps: Float32Array, alphabet: readonly string[]): ReadText {
  const size = alphabet.length
  const space = size - 1
  let [text, sum, count, last, gap] = ['', 0, 0, 0, 0]
  for (let from = 0; from < steps.length; from += size) {
    let best = 0
    for (let symbol = 1; symbol < size; symbol++) {
      if ((steps[from + symbol] ?? 0) > (steps[from + best] ?? 0)) best = symbol
    }
    gap = Math.max(gap, steps[from + space] ?? 0)
    if (best !== 0 && best !== space && best !== last) {
      if (text !== '' && gap > spaceLeast) text += ' '
      text += alphabet[best] ?? ''
      sum += steps[from + best] ?? 0
      count += 1
      gap = 0
    }
    last = best
  }
  return { text, certainty: count === 0 ? 0 : sum / count }
}

/** The lines of PaddleOCR's list, between the sign that parts letters and the space. */
export function alphabetOf(list: string): string[] {
  return ['', ...list.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
}
