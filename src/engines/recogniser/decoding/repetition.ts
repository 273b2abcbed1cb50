import { deflateRawSync } from 'node:zlib'

const longestUnit = 12

/** Whether a text ends in the same tokens again and again: what these networks do when they have lost the thread. */
export function isLoop(tokens: readonly number[]): boolean {
  for (let unit = 1; unit <= longestUnit; unit++) {
    // One word three times is emphasis; a long phrase three times is not speech.
    const times = unit === 1 ? 6 : unit <= 3 ? 5 : 3
    if (tokens.length >= unit * times && repeats(tokens, unit) >= times) return true
  }
  return false
}

/** How many times in a row the last `unit` tokens stand at the end. */
function repeats(tokens: readonly number[], unit: number): number {
  let same = 0
  while (same + unit < tokens.length && tokens[tokens.length - 1 - same] === tokens[tokens.length - 1 - same - unit])
    same++
  return Math.floor(same / unit) + 1
}

/** The place where the circles begin, so that what is repeated stands once. */
export function withoutLoop(tokens: readonly number[]): number {
  for (let unit = 1; unit <= longestUnit; unit++) {
    const times = repeats(tokens, unit)
    if (times >= 3) return tokens.length - unit * (times - 1)
  }
  return tokens.length
}

/** How many times smaller the text can be written: above 2.4 it says little. */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text)
  return bytes.length / deflateRawSync(bytes).length
}
