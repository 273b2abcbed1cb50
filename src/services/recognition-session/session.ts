import { type DetectorStream, detectorFrame } from '../../core/detector.ts'
import { PlatformError } from '../../core/errors.ts'
import type { LiveSound } from '../../media/live-sound/live-sound.ts'
import { failureOf, SessionMistake } from './failure.ts'
import { OpenItem } from './open-item.ts'
import { Outbox } from './outbox.ts'
import type { SessionCommand, SessionEvent, SessionSettings } from './session-messages.ts'
import type { SessionParts } from './session-parts.ts'
import { Timeline } from './timeline.ts'
import { TurnTaking } from './turn-taking.ts'

const rate = 16_000
const idleMs = 60_000
/** Kept before speech, so that a soft beginning is heard. */
const lead = Math.round(0.3 * rate)
const longestItem = 600 * rate
/** Items that are over and not yet complete; a caller that makes more waits. */
const mostUnfinished = 4
/** Sound that arrives at once is heard in pieces, as if it had been spoken. */
const pieceSamples = 32 * detectorFrame

/** Megabytes at once would hold up everybody else. */
const sliceBytes = 256 * 1024

/** Live recognition: what a caller sends, and what it is told. Ends with the commands, the signal, or after an idle minute. */
export async function* recognitionSession(
  commands: AsyncIterable<SessionCommand>,
  first: SessionSettings,
  parts: SessionParts,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent> {
  const session = new RecognitionSession(first, parts)
  const leave = () => session.end()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  void session.obey(commands)
  try {
    yield* session.events()
    if (session.crash) throw session.crash.error
  } finally {
    signal.removeEventListener('abort', leave)
    session.end()
  }
}

class RecognitionSession {
  /** What ended the session before its time. */
  crash: { readonly error: unknown } | undefined
  readonly #parts: SessionParts
  readonly #outbox = new Outbox()
  readonly #timeline = new Timeline()
  readonly #listener: DetectorStream
  readonly #over = new AbortController()
  readonly #unfinished = new Set<Promise<void>>()
  #settings: SessionSettings
  #sound: LiveSound
  #turns: TurnTaking | undefined
  #item: OpenItem | undefined
  #last: { readonly id: string; readonly language: string; readonly end: number } | undefined
  /** Samples that do not fill a frame yet. */
  #rest = new Float32Array(0)
  #frames = 0
  /** Seconds. */
  #spokenFrom = 0
  #completed: Promise<void> = Promise.resolve()
  #stopIdling: () => void

  constructor(settings: SessionSettings, parts: SessionParts) {
    this.#parts = parts
    this.#settings = settings
    this.#listener = parts.detector.open()
    this.#sound = parts.openSound(settings.format)
    this.#turns = settings.turns && new TurnTaking(settings.turns)
    this.#outbox.push({ type: 'created', settings })
    this.#stopIdling = parts.clock.after(idleMs, () => this.#idle())
  }

  events(): AsyncIterable<SessionEvent> {
    return this.#outbox.read()
  }

  async obey(commands: AsyncIterable<SessionCommand>): Promise<void> {
    try {
      for await (const command of commands) {
        if (this.#over.signal.aborted) return
        await this.#obeyOne(command)
      }
      await Promise.all(this.#unfinished)
    } catch (error) {
      if (!this.#over.signal.aborted) this.crash = { error }
    } finally {
      this.end()
    }
  }

  end(): void {
    if (this.#over.signal.aborted) return
    this.#over.abort(new Error('the session is over'))
    this.#stopIdling()
    this.#item?.leave()
    this.#listener.close()
    this.#sound.close()
    this.#outbox.close()
  }

  async #obeyOne(command: SessionCommand): Promise<void> {
    const { eventId } = command
    try {
      switch (command.type) {
        case 'update':
          return this.#update(command.change(this.#settings))
        case 'append':
          return await this.#append(command.audio)
        case 'commit':
          return await this.#commit(eventId)
        case 'mistake':
          throw new SessionMistake(command.mistake)
      }
    } catch (error) {
      if (this.#over.signal.aborted) return
      const failure = failureOf(error, command.type === 'append' ? 'audio' : undefined)
      if (failure.code === 'internal_error' && !(error instanceof PlatformError)) this.#parts.onError(error)
      this.#outbox.push({ type: 'error', failure: { ...failure, ...(eventId !== undefined && { eventId }) } })
    }
  }

  #update(settings: SessionSettings): void {
    const { format, model, turns } = this.#settings
    if (settings.model !== model) this.#parts.recogniserOf(settings.model)
    if (JSON.stringify(settings.format) !== JSON.stringify(format)) {
      this.#sound.close()
      this.#sound = this.#parts.openSound(settings.format)
    }
    if (JSON.stringify(settings.turns) !== JSON.stringify(turns)) {
      this.#turns = settings.turns && new TurnTaking(settings.turns)
    }
    this.#settings = settings
    this.#outbox.push({ type: 'updated', settings })
  }

  async #append(audio: Uint8Array): Promise<void> {
    this.#stopIdling()
    this.#stopIdling = this.#parts.clock.after(idleMs, () => this.#idle())
    if (!this.#turns && this.#item && this.#timeline.end - this.#item.start >= longestItem) {
      const message = '"audio": ten minutes are the most that one item may hold; commit it first.'
      throw new SessionMistake({ code: 'invalid_value', message, param: 'audio' })
    }
    for (let at = 0; at < audio.length && !this.#over.signal.aborted; at += sliceBytes) {
      await this.#hear(await this.#sound.push(audio.subarray(at, at + sliceBytes)))
    }
  }

  async #hear(samples: Float32Array): Promise<void> {
    const all = new Float32Array(this.#rest.length + samples.length)
    all.set(this.#rest)
    all.set(samples, this.#rest.length)
    if (this.#over.signal.aborted) return
    const whole = all.length - (all.length % detectorFrame)
    this.#rest = all.slice(whole)
    if (!this.#turns && samples.length > 0) this.#open(this.#frames * detectorFrame)
    for (let at = 0; at < whole; at += pieceSamples) {
      const frames = all.subarray(at, Math.min(whole, at + pieceSamples))
      const probabilities = await this.#listener.push(frames)
      if (this.#over.signal.aborted) return
      this.#timeline.add(frames)
      this.#timeline.addProbabilities(probabilities)
      await this.#takeTurns(probabilities)
      this.#item?.grow()
      this.#timeline.forget(this.#item?.needsFrom ?? this.#timeline.end - 4 * lead)
    }
  }

  async #takeTurns(probabilities: Float32Array): Promise<void> {
    for (const probability of probabilities) {
      const frame = this.#frames++
      const end = (frame + 1) * detectorFrame
      const turn = this.#turns?.hear(probability, frame)
      if (turn?.type === 'started' && !this.#item) {
        const at = turn.frame * detectorFrame
        const { id } = this.#open(at - lead)
        this.#spokenFrom = at / rate
        this.#outbox.push({ type: 'speech-started', itemId: id, at: this.#spokenFrom })
      } else if (turn?.type === 'stopped') {
        await this.#stop(turn.frame * detectorFrame, end)
      } else if (this.#turns && this.#item && end - this.#item.start >= longestItem) {
        this.#turns.reset()
        await this.#stop(end, end)
      }
    }
  }

  async #stop(at: number, end: number): Promise<void> {
    if (!this.#item) return
    const startedAt = this.#spokenFrom
    this.#outbox.push({ type: 'speech-stopped', itemId: this.#item.id, startedAt, at: at / rate })
    await this.#close(end, 'vad')
  }

  /** What the item before has heard is not heard again. */
  #open(at: number): OpenItem {
    const start = Math.max(at, this.#last?.end ?? 0, this.#timeline.first)
    this.#item ??= new OpenItem({
      parts: this.#parts,
      settings: this.#settings,
      timeline: this.#timeline,
      start,
      outbox: this.#outbox,
      likelyLanguage: this.#last?.language ?? '',
    })
    return this.#item
  }

  async #commit(eventId: string | undefined): Promise<void> {
    if (!this.#item) {
      throw new SessionMistake({ code: 'invalid_value', message: 'There is no sound to commit: the buffer is empty.' })
    }
    this.#turns?.reset()
    await this.#close(this.#timeline.end, 'commit', eventId)
  }

  /** Ends the open item. Its last words are found while what follows is already heard. */
  async #close(end: number, reason: 'commit' | 'vad', eventId?: string): Promise<void> {
    const item = this.#item
    if (!item) return
    this.#item = undefined
    const about = { itemId: item.id, ...(this.#last && { previousItemId: this.#last.id }) }
    this.#last = { id: item.id, language: item.language, end }
    this.#outbox.push({ type: 'committed', ...about })
    this.#outbox.push({ type: 'item-created', ...about })
    const finished = item.finish(end, reason, this.#completed, this.#over.signal, eventId)
    this.#completed = finished
    this.#unfinished.add(finished)
    const done = () => void this.#unfinished.delete(finished)
    finished.then(done, done)
    if (this.#unfinished.size >= mostUnfinished) await Promise.race(this.#unfinished)
  }

  #idle(): void {
    const message = 'No sound has come for 60 seconds; the session is over.'
    this.#outbox.push({
      type: 'error',
      failure: { type: 'invalid_request_error', code: 'max_idle_timeout', message },
    })
    this.end()
  }
}
