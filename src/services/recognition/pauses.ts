/** From this probability on a frame is taken for speech. */
export const speechProbability = 0.5
/** Below this one it is taken for a pause. */
export const pauseProbability = 0.35
/** As many frames of speech as the shortest word has: fewer are a click. */
export const fewestSpeechFrames = 3

export function holdsSpeech(probabilities: ArrayLike<number>, from = 0, to = probabilities.length): boolean {
  let frames = 0
  for (let at = from; at < to; at++) {
    if ((probabilities[at] ?? 0) >= speechProbability && ++frames >= fewestSpeechFrames) return true
  }
  return false
}

const longPause = 30

/**
 * The frame before which sound is best cut, within [from, to): in the middle of the longest pause, the later of equals.
 * Without any, where it is least like speech for a moment.
 */
export function bestCut(probabilities: ArrayLike<number>, from: number, to: number): number {
  let best: { cut: number; score: number } | undefined
  for (let at = from; at < to; ) {
    let end = at
    while (end < to && (probabilities[end] ?? 0) < pauseProbability) end++
    if (end - at >= 2) {
      const score = Math.min(longPause, end - at) + (at - from) / (to - from)
      if (!best || score >= best.score) best = { cut: Math.floor((at + end) / 2), score }
    }
    at = end + 1
  }
  return best?.cut ?? leastSpeech(probabilities, from, to)
}

function leastSpeech(probabilities: ArrayLike<number>, from: number, to: number): number {
  let cut = to
  let least = Number.POSITIVE_INFINITY
  for (let at = from; at < to; at++) {
    let sum = 0
    for (let near = at - 2; near <= at + 2; near++) sum += probabilities[near] ?? 0
    if (sum <= least) {
      least = sum
      cut = at
    }
  }
  return cut
}
