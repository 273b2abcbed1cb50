import type { RecognisedWord } from '../../core/recognition.ts'

/** From here on the window is cut at a pause, then behind any word; in seconds. */
const goodWindow = 4.5
const longWindow = 6
/** What a cut must win, and what a pause must last to be one. */
const fewest = 2
const pause = 0.15
const sentenceEnd = /[.?!。？！…]["'”’」』)]*$/u

/**
 * Where a window is cut, so that hearing it again stays cheap: behind the settled word that the longest pause follows.
 * Settled words after it stay, as something to hear the next ones by. Undefined while it is short enough.
 */
export function cutBehind(
  settled: readonly RecognisedWord[],
  tail: readonly RecognisedWord[],
  from: number,
  end: number,
): number | undefined {
  if (end - from < goodWindow) return undefined
  let best: { readonly at: number; readonly score: number } | undefined
  for (const [index, word] of settled.entries()) {
    const next = settled[index + 1] ?? tail[0]
    // Behind the last word of all there may be more of it.
    if (!next || word.end - from < fewest) continue
    const gap = Math.max(0, next.start - word.end)
    const score = gap + (sentenceEnd.test(word.word) ? pause : 0)
    if (score < pause && end - from < longWindow) continue
    if (!best || score >= best.score) best = { at: word.end + Math.min(0.3, gap / 2), score }
  }
  return best?.at
}
