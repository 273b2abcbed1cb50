export interface StopFilter {
  /** The text that can be shown now, and the sequence that was hit, if any: nothing after a hit may be shown. */
  push(text: string): { readonly text: string; readonly hit?: string }
  /** What was held back, once no more comes. */
  flush(): string
}

/** Finds stop sequences also where they lie across the borders of pieces, by holding back what may be the beginning of one. */
export function createStopFilter(sequences: readonly string[]): StopFilter {
  let held = ''
  return {
    push(text) {
      held += text
      const found = earliest(held, sequences)
      if (found) {
        const before = held.slice(0, found.at)
        held = ''
        return { text: before, hit: found.sequence }
      }
      const keep = longestBeginning(held, sequences)
      const shown = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return { text: shown }
    },
    flush() {
      const rest = held
      held = ''
      return rest
    },
  }
}

function earliest(text: string, sequences: readonly string[]): { at: number; sequence: string } | undefined {
  let best: { at: number; sequence: string } | undefined
  for (const sequence of sequences) {
    const at = text.indexOf(sequence)
    if (at >= 0 && (!best || at < best.at)) best = { at, sequence }
  }
  return best
}

/** How many last characters of the text could be the first of a sequence. */
function longestBeginning(text: string, sequences: readonly string[]): number {
  let longest = 0
  for (const sequence of sequences) {
    for (let length = Math.min(sequence.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(sequence.slice(0, length))) longest = length
    }
  }
  return longest
}
