import type { RecognisedWord } from '../../../core/recognition.ts'

const rate = 16_000
const frame = 160
const shortest = 0.06
const pause = 0.15
/** Of the loudness of the loud tenth: below it nobody speaks. */
const quiet = 0.06

/** Words without the silence at their edges, one after the other and within the sound. */
export function tightenTimes(words: readonly RecognisedWord[], samples: Float32Array): RecognisedWord[] {
  const loudness = loudnessOf(samples)
  const threshold = quiet * percentile(loudness, 0.9)
  const total = samples.length / rate
  let before = 0
  return words.map(({ word, start, end }, place) => {
    const left = words.length - place - 1
    const latest = Math.max(before, total - (left + 1) * 0.001)
    let from = Math.min(Math.max(start, before), latest)
    let to = Math.min(Math.max(end, from), total)
    ;[from, to] = withoutPause(from, to)
    while (to - from > shortest && isQuiet(from)) from += frame / rate
    while (to - from > shortest && isQuiet(to - frame / rate)) to -= frame / rate
    from = round(from)
    to = Math.min(round(Math.max(to, from)), total)
    before = to
    return { word, start: Math.min(from, to), end: to }
  })

  /** A word has no pause in it: what lies on the shorter side of one belongs to a neighbour. */
  function withoutPause(from: number, to: number): [number, number] {
    let [runStart, runEnd, current] = [from, from, from]
    for (let time = from; time < to; time += frame / rate) {
      if (!isQuiet(time)) current = time + frame / rate
      else if (time + frame / rate - current > runEnd - runStart) [runStart, runEnd] = [current, time + frame / rate]
    }
    if (runEnd - runStart < pause || runEnd >= to) return [from, to]
    return runStart - from < to - runEnd ? [runEnd, to] : [from, runStart]
  }

  function isQuiet(time: number): boolean {
    return (loudness[Math.floor((time * rate) / frame)] ?? 0) < threshold
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

function loudnessOf(samples: Float32Array): Float32Array {
  const loudness = new Float32Array(Math.ceil(samples.length / frame))
  for (let i = 0; i < samples.length; i++) {
    const place = Math.floor(i / frame)
    loudness[place] = (loudness[place] ?? 0) + (samples[i] ?? 0) ** 2
  }
  return loudness.map(value => Math.sqrt(value / frame))
}

function percentile(values: Float32Array, share: number): number {
  return Float32Array.from(values).sort()[Math.floor((values.length - 1) * share)] ?? 0
}
