import type { RecognisedWord } from '../../core/recognition.ts'
import { joinedTo } from '../recognition/words.ts'

/** How many words may be taken for an echo of what is settled. */
const longestEcho = 5

/**
 * What two hearings in a row agree on is settled and stays; the rest is what the last one made of it. (Known as
 * LocalAgreement-2.) Times are those of the session.
 */
export class Agreement {
  readonly settled: RecognisedWord[] = []
  tail: RecognisedWord[] = []
  /** Settled words that lie before the window, which hearings do not repeat. */
  #behind = 0

  /** A hearing of the window. Words that end after `edge` are not settled: they may be cut in the middle. */
  hear(words: readonly RecognisedWord[], edge: number): void {
    const fresh = this.#fresh(words)
    let agreed = 0
    while (agreed < fresh.length && agreed < this.tail.length && this.#agree(fresh, agreed, edge)) agreed++
    this.#settle(fresh.slice(0, agreed))
    this.tail = this.#joined(fresh.slice(agreed))
  }

  /** The last hearing of the window: all of it is settled. Without one, what the hearing before it said. */
  conclude(words?: readonly RecognisedWord[]): void {
    this.#settle(words ? this.#fresh(words) : this.tail)
    this.tail = []
    this.#behind = this.settled.length
  }

  /** The window now begins there. */
  trim(at: number): void {
    while (this.#behind < this.settled.length && (this.settled[this.#behind]?.end ?? at) <= at) this.#behind++
  }

  /** Settled words that the window still holds. */
  get inWindow(): readonly RecognisedWord[] {
    return this.settled.slice(this.#behind)
  }

  #agree(fresh: readonly RecognisedWord[], at: number, edge: number): boolean {
    const [now, before] = [fresh[at], this.tail[at]]
    return now !== undefined && before !== undefined && now.end <= edge && isSame(now.word, before.word)
  }

  /** What a hearing of the window says beyond the settled words in it. */
  #fresh(heard: readonly RecognisedWord[]): readonly RecognisedWord[] {
    const repeated = this.inWindow
    const [head, ...rest] = heard
    // The first word of a window was heard without what stands before it.
    const words = head ? [joinedTo(this.settled[this.#behind - 1], head), ...rest] : []
    if (repeated.every(({ word }, index) => isSame(word, words[index]?.word ?? ''))) return words.slice(repeated.length)
    // It hears the settled words otherwise now: then time tells them from what is new.
    const end = this.settled.at(-1)?.end ?? 0
    const later = words.filter(word => (word.start + word.end) / 2 > end)
    for (let count = Math.min(longestEcho, repeated.length, later.length); count > 0; count--) {
      const echo = repeated.slice(-count)
      if (echo.every(({ word }, index) => isSame(word, later[index]?.word ?? ''))) return later.slice(count)
    }
    return later
  }

  #settle(words: readonly RecognisedWord[]): void {
    for (const word of this.#joined(words)) this.settled.push(word)
  }

  /** As they stand after the settled words: not before them in time. */
  #joined(words: readonly RecognisedWord[]): RecognisedWord[] {
    const joined: RecognisedWord[] = []
    for (const word of words) {
      const before = joined.at(-1) ?? this.settled.at(-1)
      const start = Math.max(word.start, before?.end ?? 0)
      const end = Math.max(word.end, start)
      joined.push({ word: before ? word.word : word.word.trimStart(), start, end })
    }
    return joined
  }
}

/** Capitals and punctuation come and go while a sentence grows; the words are the same. */
function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const bare = letters(a)
  return bare !== '' && bare === letters(b)
}

function letters(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}
