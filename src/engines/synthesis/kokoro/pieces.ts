import { contentRows, type Score } from './networks.ts'

/** A stretch of frames. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Frames of silence that are kept before and after speech, so that no breath or echo is cut off. */
const [before, after] = [4, 6]
/** Where nobody speaks, the energy is far below zero. */
const quiet = -3
const [shortestFirst, longestFirst] = [22, 36]
/** Less is not worth a piece of its own after the first. */
const leastLeft = 12
const [shortest, longest] = [80, 200]

/** The frames in which something is said. */
export function spokenFrames({ frames, pitch, energy }: Score): Stretch {
  const isSpoken = (frame: number) =>
    [2 * frame, 2 * frame + 1].some(i => (energy[i] ?? quiet) > quiet || (pitch[i] ?? 0) > 60)
  let from = 0
  while (from < frames && !isSpoken(from)) from += 1
  let to = frames
  while (to > from && !isSpoken(to - 1)) to -= 1
  return { from: Math.max(0, from - before), to: Math.min(frames, to + after) }
}

/** Cuts where the voice is weakest; an urgent first piece is about a second, all others some seconds. */
export function cutIntoPieces(score: Score, whole: Stretch, isUrgent: boolean): Stretch[] {
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
