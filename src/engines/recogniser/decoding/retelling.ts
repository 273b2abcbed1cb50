const phrase = 4
const nearTheEnd = 0.75

/**
 * Where a text begins to tell again what it has told: the last tokens stood there before, and meanwhile the network
 * had looked at the end of the sound. Undefined while it goes on telling new things.
 */
export function retellingFrom(tokens: readonly number[], peaks: readonly number[]): number | undefined {
  const from = tokens.length - phrase
  for (let start = 0; start <= from - phrase; start++) {
    let same = 0
    while (same < phrase && tokens[start + same] === tokens[from + same]) same++
    if (same < phrase) continue
    const furthest = Math.max(...peaks.slice(start, from))
    const now = peaks.at(-1) ?? 1
    if (furthest > nearTheEnd && now < furthest - 0.2) return from
  }
  return undefined
}

/** How far into the sound the network looked, from 0 to 1. */
export function peakOf(look: Float32Array, heads: number, heardFrames: number): number {
  const width = look.length / heads
  const frames = Math.min(width, heardFrames)
  let best = 0
  let most = -1
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    for (let head = 0; head < heads; head++) sum += look[head * width + frame] ?? 0
    if (sum > most) [most, best] = [sum, frame]
  }
  return frames > 0 ? best / frames : 0
}
