import { contentRows, type Score } from './networks.ts'

/** A stretch of frames. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Frames of silence that are kept before and after speech, so that no breath or echo is cut off. */
const [before, after] = [4, 6]
/** Frames of silence that are worth being left out between words. */
const leastGap = 14
/** Where nobody speaks, the energy is far below zero. */
const quiet = -3
/** Frames of the first piece at least and at most. What is short sounds a little dull, which tones suffer from. */
export const quickFirst = [22, 36] as const
export const carefulFirst = [26, 44] as const
/** Less is not worth a piece of its own after the first. */
const leastLeft = 12
const [shortest, longest] = [80, 200]

/** The stretches in which something is said, in order; silences of some length are between them and around. */
export function spokenStretches({ frames, pitch, energy }: Score): Stretch[] {
  const isSpoken = (frame: number) =>
    [2 * frame, 2 * frame + 1].some(i => (energy[i] ?? quiet) > quiet || (pitch[i] ?? 0) > 60)
  const found: { from: number; to: number }[] = []
  for (let frame = 0; frame < frames; frame++) {
    if (!isSpoken(frame)) continue
    const last = found.at(-1)
    if (last && frame - last.to < leastGap) last.to = frame + 1
    else found.push({ from: frame, to: frame + 1 })
  }
  return found.map(({ from, to }) => ({ from: Math.max(0, from - before), to: Math.min(frames, to + after) }))
}

/** Cuts where the voice is weakest; an urgent first piece is about a second, all others some seconds. */
export function cutIntoPieces(
  score: Score,
  whole: Stretch,
  isUrgent: boolean,
  [shortestFirst, longestFirst]: readonly [number, number] = quickFirst,
): Stretch[] {
  const pieces: Stretch[] = []
  let from = whole.from
  const cut = (least: number, most: number) => {
    const to = weakestFrame(score, from + least, from + most)
    pieces.push({ from, to })
    from = to
  }
  if (isUrgent && whole.to - from > longestFirst + leastLeft) cut(shortestFirst, longestFirst)
  while (whole.to - from > longest + shortest / 2) cut(shortest, longest)
  pieces.push({ from, to: whole.to })
  return pieces
}

function weakestFrame({ pitch, energy }: Score, from: number, to: number): number {
  let [best, least] = [to, Number.POSITIVE_INFINITY]
  for (let frame = from; frame < to; frame++) {
    const strength = (energy[2 * frame] ?? 0) + ((pitch[2 * frame] ?? 0) > 10 ? 4 : 0)
    if (strength < least) [best, least] = [frame, strength]
  }
  return best
}

export function excerpt({ frames, content, pitch, energy }: Score, { from, to }: Stretch): Score {
  const length = to - from
  const rows = new Float32Array(contentRows * length)
  for (let row = 0; row < contentRows; row++) {
    rows.set(content.subarray(row * frames + from, row * frames + to), row * length)
  }
  return {
    frames: length,
    content: rows,
    pitch: pitch.slice(2 * from, 2 * to),
    energy: energy.slice(2 * from, 2 * to),
  }
}
