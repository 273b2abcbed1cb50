import type { RecognisedWord, RecognitionEngine } from '../../core/recognition.ts'
import { bestCut, holdsSpeech } from '../recognition/pauses.ts'
import { textOf, tidyWords } from '../recognition/words.ts'
import { Agreement } from './agreement.ts'
import type { SessionSettings } from './session-messages.ts'
import type { Timeline } from './timeline.ts'
import { cutBehind } from './window-cut.ts'

const rate = 16_000
const inSamples = (seconds: number) => Math.round(seconds * rate)

/** Speech that the first hearing of a window waits for, and new sound that each later one does: less until there are words. */
const firstSound = inSamples(0.25)
const soonSound = inSamples(0.1)
const nextSound = inSamples(0.3)
/** Words that end so near to the edge may be cut in the middle. */
const uncertain = 0.25
/** A window that nothing settles in is cut at a pause and heard for the last time. */
const longestWindow = inSamples(18)
const soonestCut = inSamples(8)
/** A pause after which the next words are heard on their own, and what of it is kept before them. */
const restart = inSamples(1)
const margin = inSamples(0.3)
const mostQuietPasses = 2
const promptLength = 200
/** A language found on less may be a guess: it is looked for once more. */
const sureOfLanguage = inSamples(2)

export interface LiveItemParts {
  readonly engine: RecognitionEngine
  readonly settings: SessionSettings
  readonly timeline: Timeline
  /** The first sample. */
  readonly start: number
  /** What was spoken before; empty when nothing was. */
  readonly likelyLanguage: string
  /** The words have changed. */
  readonly onWords: () => void
  /** A hearing failed; there will be others. */
  readonly onFailure: (error: unknown) => void
}

/** The words of one stretch of speech while it is spoken: heard again and again over a window that grows and is cut. */
export class LiveItem {
  readonly start: number
  readonly #parts: LiveItemParts
  readonly #agreement = new Agreement()
  #timeline: Timeline
  language: string
  #isSureOfLanguage = false
  /** Where the window begins, up to where it has been heard, and up to where that was tried. */
  #from: number
  #heardTo: number
  #triedTo: number
  /** Hearings since the last word was spoken. */
  #quietPasses = 0
  #hasFailed = false
  /** Sound that the next hearing waits for: more after failures. */
  #wanted = nextSound
  #running: AbortController | undefined
  /** Up to where the hearing that is under way hears. */
  #runningTo = 0
  #pass: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(parts: LiveItemParts) {
    this.#parts = parts
    this.#timeline = parts.timeline
    this.start = parts.start
    this.language = parts.likelyLanguage
    this.#from = parts.start
    this.#heardTo = parts.start
    this.#triedTo = parts.start
  }

  get settled(): readonly RecognisedWord[] {
    return this.#agreement.settled
  }

  get tail(): readonly RecognisedWord[] {
    return this.#agreement.tail
  }

  /** The first sample that is still needed. */
  get needsFrom(): number {
    return this.#parts.settings.rerun ? this.start : this.#from
  }

  /** There is more sound: hear it, if it is time. */
  grow(): void {
    if (this.#isOver || this.#running) return
    const { end } = this.#timeline
    if (this.#hasFailed && end - this.#triedTo < this.#wanted) return
    if (end - this.#from > longestWindow) this.#begin(() => this.#hearUpTo(this.#cut(), true))
    else if (this.#isTime(end)) this.#begin(() => this.#hearUpTo(end, false))
  }

  /** Hears what is left and settles everything. Throws when it can't; what was heard stays. */
  async finish(end: number, signal: AbortSignal): Promise<void> {
    this.#isOver = true
    // From here on the session may forget what it likes.
    this.#timeline = this.#timeline.copy(this.needsFrom, end)
    // A hearing that hears all that was spoken is the last one.
    if (this.#runningTo < (this.#timeline.lastSpeech(this.#from, end) ?? 0)) {
      this.#running?.abort(new Error('the item is over'))
    }
    await this.#pass
    try {
      while (end - this.#from > longestWindow) await this.#recognise(this.#cut(), true, signal)
      if (this.#hasUnheard(end)) await this.#recognise(end, true, signal)
    } finally {
      this.#agreement.conclude()
    }
  }

  /** The sound of the whole item, for those who hear it again. */
  get sound(): Timeline {
    return this.#timeline
  }

  leave(): void {
    this.#isOver = true
    this.#running?.abort(new Error('the session is over'))
  }

  #isTime(end: number): boolean {
    const onset = this.#timeline.firstSpeech(this.#from)
    const { tail } = this.#agreement
    if (onset === undefined && tail.length === 0) {
      // Silence before the words is nothing to be heard.
      this.#moveTo(Math.max(this.#from, end - margin))
      return false
    }
    if (this.#triedTo <= this.#from) return onset !== undefined && end - onset >= firstSound && this.#holdsSpeech(end)
    const { length } = this.settled
    if (end - this.#triedTo < (length + tail.length === 0 && !this.#hasFailed ? soonSound : this.#wanted)) return false
    if (this.#timeline.lastSpeech(this.#heardTo, end) !== undefined) return true
    const spoken = this.#timeline.lastSpeech(this.#from, end) ?? this.#from
    if (tail.length === 0 && end - spoken >= restart) this.#moveTo(end - margin)
    // After the last word, once or twice more: what is heard again is settled.
    return tail.length > 0 && this.#quietPasses < mostQuietPasses
  }

  #hasUnheard(end: number): boolean {
    if (!this.#holdsSpeech(end)) return false
    if (this.#heardTo <= this.#from) return true
    const spoken = this.#timeline.lastSpeech(this.#from, end) ?? 0
    return spoken > this.#heardTo
  }

  #holdsSpeech(end: number): boolean {
    return holdsSpeech(this.#timeline.probabilities(this.#from, end))
  }

  /** Where a window that has grown too long is cut. */
  #cut(): number {
    const probabilities = this.#timeline.probabilities(this.#from, this.#from + longestWindow)
    const perFrame = longestWindow / Math.max(1, probabilities.length)
    const frame = bestCut(probabilities, Math.round(soonestCut / perFrame), probabilities.length)
    return Math.min(this.#timeline.end, this.#from + Math.max(soonestCut, Math.round(frame * perFrame)))
  }

  #begin(hear: () => Promise<void>): void {
    this.#pass = hear().then(
      () => {
        this.#running = undefined
        this.#hasFailed = false
        this.#wanted = nextSound
        if (!this.#isOver) this.grow()
      },
      error => {
        const isOurs = this.#running?.signal.aborted
        this.#running = undefined
        if (isOurs) return
        this.#wanted = Math.min(inSamples(8), Math.max(inSamples(1), 2 * this.#wanted))
        this.#hasFailed = true
        if (!this.#isOver) this.#parts.onFailure(error)
      },
    )
  }

  async #hearUpTo(end: number, isLast: boolean): Promise<void> {
    this.#running = new AbortController()
    this.#triedTo = this.#timeline.end
    this.#runningTo = end
    await this.#recognise(end, isLast, this.#running.signal)
    this.#parts.onWords()
  }

  /** Hears the window up to that sample; `isLast` when nobody will hear it again. */
  async #recognise(end: number, isLast: boolean, signal: AbortSignal): Promise<void> {
    const from = this.#from
    if (isLast && !this.#holdsSpeech(end)) return this.#conclude(end)
    const { engine, settings } = this.#parts
    const samples = this.#timeline.slice(from, end)
    const hint = this.#languageHint(end)
    const { language: found, words: raw } = await engine.recognise(
      {
        model: settings.model,
        samples,
        hotwords: [],
        effort: 'live',
        ...hint,
        ...this.#promptHint(),
        ...this.#draft(),
      },
      signal,
    )
    signal.throwIfAborted()
    this.language = found || this.language
    if (hint.language === undefined && end - from >= sureOfLanguage) this.#isSureOfLanguage = true
    this.#quietPasses = this.#timeline.lastSpeech(this.#heardTo, end) === undefined ? this.#quietPasses + 1 : 0
    this.#heardTo = end
    const words = tidyWords(raw, from / rate, end / rate)
    if (isLast) return this.#conclude(end, words)
    const spoken = this.#timeline.lastSpeech(from, end) ?? from
    const isPause = end - spoken >= inSamples(uncertain)
    const edge = isPause ? end / rate : end / rate - uncertain
    // Words in a language that may be another are not settled: they would stay.
    this.#agreement.hear(words, this.#isSureOfLanguage || settings.language !== undefined ? edge : from / rate)
    this.#trim(end, spoken)
  }

  #conclude(end: number, words?: readonly RecognisedWord[]): void {
    this.#agreement.conclude(words)
    this.#from = end
    this.#heardTo = Math.max(this.#heardTo, end)
  }

  /** Shortens the window, so that hearing it again stays cheap however long somebody speaks. */
  #trim(end: number, spoken: number): void {
    const { tail, inWindow } = this.#agreement
    if (tail.length === 0 && end - spoken >= restart) {
      this.#moveTo(end - margin)
      return
    }
    const cut = cutBehind(inWindow, tail, this.#from / rate, end / rate)
    if (cut !== undefined) this.#moveTo(Math.min(end, inSamples(cut)))
  }

  #moveTo(sample: number): void {
    if (sample <= this.#from) return
    this.#from = sample
    // A little later: times are rounded to samples.
    this.#agreement.trim(sample / rate + 0.001)
  }

  /** Finding the language costs as much as the words: it is done at the beginning, and once more on enough sound. */
  #languageHint(end: number): { language?: string } {
    const { language } = this.#parts.settings
    if (language !== undefined) return { language }
    const isToBeFound = this.language === '' || (!this.#isSureOfLanguage && end - this.#from >= sureOfLanguage)
    return isToBeFound ? {} : { language: this.language }
  }

  #draft(): { draft?: string } {
    const { inWindow, tail } = this.#agreement
    const draft = textOf([...inWindow, ...tail]).trim()
    return draft ? { draft } : {}
  }

  #promptHint(): { prompt?: string } {
    const said = textOf(this.settled.slice(0, this.settled.length - this.#agreement.inWindow.length))
    const prompt = [this.#parts.settings.prompt ?? '', said.slice(-promptLength)].filter(Boolean).join('\n')
    return prompt ? { prompt } : {}
  }
}
