import { PlatformError } from '../../core/errors.ts'
import type { RecognisedWord } from '../../core/recognition.ts'
import { soundTokens, textTokens } from '../recognition/token-count.ts'
import { textOf } from '../recognition/words.ts'
import { failureOf } from './failure.ts'
import { LiveItem } from './live-item.ts'
import type { Outbox } from './outbox.ts'
import { hearAgain } from './second-hearing.ts'
import type { SessionSettings } from './session-messages.ts'
import type { SessionParts } from './session-parts.ts'
import type { Timeline } from './timeline.ts'

const rate = 16_000

export interface OpenItemParts {
  readonly parts: SessionParts
  readonly settings: SessionSettings
  readonly timeline: Timeline
  /** The first sample. */
  readonly start: number
  readonly outbox: Outbox
  /** What was spoken before; empty when nothing was. */
  readonly likelyLanguage: string
}

/** One item of a session, from its first sound to its last word, and what is told of it. */
export class OpenItem {
  readonly id: string
  readonly start: number
  readonly #parts: SessionParts
  /** Those of its beginning: what is changed meanwhile is for the next. */
  readonly #settings: SessionSettings
  readonly #timeline: Timeline
  readonly #outbox: Outbox
  readonly #live: LiveItem
  #isOpen = true
  #hasFailed = false
  #told = ''

  constructor({ parts, settings, timeline, start, outbox, likelyLanguage }: OpenItemParts) {
    this.id = parts.newItemId()
    this.start = start
    this.#parts = parts
    this.#settings = settings
    this.#timeline = timeline
    this.#outbox = outbox
    this.#live = new LiveItem({
      engine: parts.recogniserOf(settings.model),
      settings,
      timeline,
      start,
      likelyLanguage,
      onWords: () => this.#tell(),
      onFailure: error => {
        // Told once: the next hearing may succeed, and the end of the item tells when none did.
        if (!this.#hasFailed) this.#fail(error)
        this.#hasFailed = true
      },
    })
  }

  get language(): string {
    return this.#live.language
  }

  get needsFrom(): number {
    return this.#live.needsFrom
  }

  grow(): void {
    this.#live.grow()
  }

  leave(): void {
    this.#isOpen = false
    this.#live.leave()
  }

  /** Finds its last words, and tells of them after those of the item before. */
  async finish(
    end: number,
    reason: 'commit' | 'vad',
    before: Promise<void>,
    signal: AbortSignal,
    eventId?: string,
  ): Promise<void> {
    this.#isOpen = false
    const heard = this.#settings.rerun ? this.#hearAgain(end, signal) : this.#live.finish(end, signal)
    const failure = await heard.then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    await before
    if (signal.aborted) return
    if (failure) this.#fail(failure.error, eventId)
    this.#complete(reason, (end - this.start) / rate)
  }

  #again: { readonly words: readonly RecognisedWord[]; readonly language: string } | undefined

  async #hearAgain(end: number, signal: AbortSignal): Promise<void> {
    const sound = this.#timeline.copy(this.start, end)
    this.#live.leave()
    const engine = this.#parts.recogniserOf(this.#settings.model)
    this.#again = await hearAgain(engine, this.#settings, this.#live.language, sound, signal)
  }

  #tell(): void {
    if (!this.#isOpen) return
    const settled = this.#live.settled.map(word => ({ ...word, final: true }))
    const tail = this.#live.tail.map(word => ({ ...word, final: false }))
    const [text, stash] = [textOf(settled), textOf(tail)]
    const news = `${text}\n${stash}`
    if (news === this.#told || (this.#told === '' && news === '\n')) return
    this.#told = news
    const { language } = this.#live
    this.#outbox.push({ type: 'delta', itemId: this.id, text, stash, language, words: [...settled, ...tail] })
  }

  #complete(reason: 'commit' | 'vad', seconds: number): void {
    const { figures, language: asked = '', model, prompt = '' } = this.#settings
    const language = (this.#again?.language ?? this.#live.language) || asked
    const heard = this.#again?.words ?? [...this.#live.settled, ...this.#live.tail]
    const words = figures ? this.#parts.writeFigures(heard, language) : heard
    const transcript = textOf(words)
    const inputTokens = soundTokens(seconds) + textTokens(prompt)
    const usage = { inputTokens, outputTokens: textTokens(transcript) }
    this.#parts.onUsage(model, usage)
    const final = words.map(word => ({ ...word, final: true }))
    this.#outbox.push({ type: 'completed', itemId: this.id, transcript, language, words: final, reason, usage })
  }

  #fail(error: unknown, eventId?: string): void {
    if (!(error instanceof PlatformError)) this.#parts.onError(error)
    const failure = { ...failureOf(error), ...(eventId !== undefined && { eventId }) }
    this.#outbox.push({ type: 'error', failure })
  }
}
