import { layLines, lineWidth } from './lines.ts'
import { cutByWidth, textWidth } from './text-width.ts'

/** A word with what separates it from the one before; times in seconds. */
export interface TimedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

export interface Cue {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

const longestCue = 7
const longPause = 1
const shortPause = 0.3
/** A sentence that is shorter than this goes on one cue with the next. */
const shortestSentence = 1.2
/** Long enough to be read, where there is room. */
const readable = 1
const least = 0.05

/** Words as subtitles: each at most seven seconds and two lines, cut at sentences and pauses, one after the other. */
export function cutCues(words: readonly TimedWord[], seconds: number): Cue[] {
  const cues: TimedWord[][] = []
  let open: TimedWord[] = []
  for (const word of words.flatMap(pieces)) {
    const last = open.at(-1)
    if (last && isBreak(open, last, word)) {
      cues.push(open)
      open = []
    }
    open.push(word)
    while (open.length > 1 && !fits(open)) {
      const at = whereToCut(open)
      cues.push(open.slice(0, at))
      open = open.slice(at)
    }
  }
  if (open.length > 0) cues.push(open)
  return inTime(cues, seconds)
}

function fits(words: readonly TimedWord[]): boolean {
  return spanOf(words) <= longestCue && layLines(words.map(({ word }) => word)) !== undefined
}

function spanOf(words: readonly TimedWord[]): number {
  return (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0)
}

function isBreak(open: readonly TimedWord[], last: TimedWord, next: TimedWord): boolean {
  if (next.start - last.end >= longPause) return true
  return endsSentence(last.word) && spanOf(open) >= shortestSentence
}

/** Before which word: behind a sentence, a pause or a comma in the later part, else before the last. */
function whereToCut(words: readonly TimedWord[]): number {
  let best = { at: words.length - 1, worth: 0 }
  for (let at = Math.ceil(words.length / 3); at < words.length; at++) {
    const before = words[at - 1]
    const next = words[at]
    if (at < 1 || !before || !next || !fits(words.slice(0, at))) continue
    const worth = worthOf(before, next) + at / words.length
    if (worth >= best.worth) best = { at, worth }
  }
  return best.at
}

function worthOf(before: TimedWord, next: TimedWord): number {
  if (endsSentence(before.word)) return 4
  if (next.start - before.end >= shortPause) return 3
  return /[,;:，、；：]["'”’」』)]*$/u.test(before.word) ? 2 : 0
}

function endsSentence(word: string): boolean {
  return /[.?!…。？！]["'”’」』)]*$/u.test(word)
}

/** Words that no line holds are cut; a word does not last longer than a cue may. */
function pieces(word: TimedWord): TimedWord[] {
  const text = word.word.replace(/\s+/gu, ' ')
  const end = Math.min(word.end, word.start + longestCue)
  if (text.trim() === '') return []
  if (textWidth(text.trim()) <= lineWidth) return [{ word: text, start: word.start, end }]
  const cut = cutByWidth(text, lineWidth)
  const share = (end - word.start) / cut.length
  return cut.map((piece, index) => ({
    word: piece,
    start: word.start + index * share,
    end: word.start + (index + 1) * share,
  }))
}

/** One after the other, none without length, all within the sound, and long enough to be read where there is room. */
function inTime(cues: readonly TimedWord[][], seconds: number): Cue[] {
  const timed = cues.map(words => ({
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    lines: layLines(words.map(({ word }) => word)) ?? [],
  }))
  let free = 0
  timed.forEach((cue, index) => {
    const next = Math.min(seconds, timed[index + 1]?.start ?? seconds)
    cue.start = Math.max(cue.start, free)
    cue.end = Math.max(cue.end, cue.start + least, Math.min(next, cue.start + readable))
    free = cue.end
  })
  let limit = seconds
  for (const cue of timed.toReversed()) {
    cue.end = Math.min(cue.end, limit)
    cue.start = Math.max(0, Math.min(cue.start, cue.end - Math.min(least, limit / (timed.length + 1))))
    limit = cue.start
  }
  return timed
}
