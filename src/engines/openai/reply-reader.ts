import type { GenerationEvent } from '../../core/generation.ts'
import { type AttemptFailure, cut, disconnected, garbage, gaveUp, refused } from './attempt-failure.ts'
import { ChunkReader, type Conclusion } from './chat/chunk-reader.ts'
import type { ReportedUsage } from './chat/read-usage.ts'
import { asRecord } from './chat/record.ts'
import { type SseReceiver, SseSplitter } from './chat/sse-splitter.ts'
import { errorOf, readRefusal, readRefusalInside } from './refusal.ts'
import type { ReplyHead } from './wire/reply-parser.ts'

const longestAnswer = 64 * 1024 * 1024
const longestRefusal = 64 * 1024

export type Outcome =
  | { readonly type: 'concluded'; readonly conclusion: Conclusion }
  | { readonly type: 'failed'; readonly failure: AttemptFailure }

export interface ReplyContext {
  /** Our name of the model, for messages. */
  readonly model: string
  /** Never to be seen in a message. */
  readonly key: string | undefined
  readonly newId: () => string
}

/** Reads what a server replies, byte by byte if need be: a stream of chunks, a whole answer, or a refusal. */
export class ReplyReader implements SseReceiver {
  readonly events: GenerationEvent[] = []
  /** It has begun to answer. */
  hasBegun = false
  outcome: Outcome | undefined
  readonly #context: ReplyContext
  /** Made for a stream only. */
  #splitter: SseSplitter | undefined
  readonly #chunks: ChunkReader
  #expects: 'head' | 'anything' | 'events' | 'answer' | 'refusal' = 'head'
  #status = 0
  #retryAfter: unknown
  #collected: Buffer[] = []
  #length = 0

  constructor(context: ReplyContext) {
    this.#context = context
    this.#chunks = new ChunkReader(this.events, context.newId)
  }

  get hasHead(): boolean {
    return this.#expects !== 'head'
  }

  get usage(): ReportedUsage | undefined {
    return this.#chunks.usage
  }

  /** It has said why it stops; only its count may still come. */
  get hasFinished(): boolean {
    return this.#chunks.hasFinished
  }

  head({ status, retryAfter, encoding }: ReplyHead): void {
    this.#status = status
    this.#retryAfter = retryAfter
    this.#expects = status >= 200 && status < 300 ? 'anything' : 'refusal'
    if (encoding && encoding !== 'identity') this.#fail(this.#garbage(`the answer is packed as ${encoding}`))
  }

  push(chunk: Buffer): void {
    if (this.outcome) return
    if (this.#expects === 'anything') this.#expects = whatComes(chunk) ?? 'anything'
    switch (this.#expects) {
      case 'events':
        try {
          this.#splitter ??= new SseSplitter(this)
          this.#splitter.push(chunk)
        } catch (error) {
          this.#fail(garbage(this.#context.model, error))
        }
        return
      case 'answer':
      case 'refusal':
        this.#collect(chunk)
        return
      case 'head':
      case 'anything':
        return
    }
  }

  /** The reply is complete, as far as the connection goes. */
  end(): void {
    if (this.outcome) return
    switch (this.#expects) {
      case 'events':
        this.#guard(() => this.#splitter?.end())
        if (!this.outcome && !this.hasBegun) this.#fail(this.#garbage('there is no event in it'))
        this.#close(cut(this.#context.model, new Error('it ended without a last word')))
        return
      case 'answer':
        this.#readAnswer()
        return
      case 'refusal':
        this.#refuse()
        return
      case 'head':
      case 'anything':
        this.#fail(this.#garbage('the answer is empty'))
        return
    }
  }

  /** The connection broke. */
  break(error: Error): void {
    if (this.outcome) return
    if (this.#expects === 'head') this.#fail(disconnected(error, this.#context.model))
    else if (this.#expects === 'refusal') this.#refuse()
    else this.#close(cut(this.#context.model, error))
  }

  /** There is no waiting any longer. */
  expire(failure: AttemptFailure): void {
    this.#close(failure)
  }

  onData(data: string, isError: boolean): void {
    if (this.outcome) return
    if (data === '[DONE]') {
      this.#conclude()
      return
    }
    if (isError) {
      this.#refuseInside(JSON.parse(data))
      return
    }
    const chunk = this.#chunks.readJson(data)
    if (!chunk) return
    if (chunk.error !== undefined && chunk.error !== null) this.#refuseInside(chunk)
    else this.hasBegun ||= Array.isArray(chunk.choices)
  }

  /** An end without a last word: fine when all has been said, a failure otherwise. */
  #close(failure: AttemptFailure): void {
    if (this.outcome) return
    if (this.#chunks.hasFinished) this.#conclude()
    else this.#fail(failure)
  }

  #conclude(): void {
    if (!this.hasBegun) {
      this.#fail(this.#garbage('it ended before it began'))
      return
    }
    const conclusion = this.#chunks.conclude()
    this.outcome = conclusion
      ? { type: 'concluded', conclusion }
      : { type: 'failed', failure: gaveUp(this.#context.model) }
  }

  #readAnswer(): void {
    this.#guard(() => {
      const answer = asRecord(JSON.parse(this.#text()))
      if (answer?.error) this.#refuseInside(answer)
      else if (!answer || !Array.isArray(answer.choices)) throw new Error('the answer has no choices')
      else {
        this.#chunks.read(answer)
        this.hasBegun = true
        this.#conclude()
      }
    })
  }

  #collect(chunk: Buffer): void {
    const most = this.#expects === 'refusal' ? longestRefusal : longestAnswer
    this.#length += chunk.length
    if (this.#length <= most) this.#collected.push(chunk)
    else if (this.#expects === 'refusal') this.#refuse()
    else this.#fail(this.#garbage('the answer is longer than 64 MB'))
  }

  #refuse(): void {
    const refusal = readRefusal(this.#status, this.#text(), this.#retryAfter)
    this.#fail(refused(errorOf(refusal, this.#context.model, this.#context.key), refusal))
  }

  #refuseInside(body: unknown): void {
    const refusal = readRefusalInside(body)
    this.#fail(refused(errorOf(refusal, this.#context.model, this.#context.key), refusal))
  }

  #guard(read: () => void): void {
    try {
      read()
    } catch (error) {
      this.#fail(garbage(this.#context.model, error))
    }
  }

  #garbage(reason: string): AttemptFailure {
    return garbage(this.#context.model, new Error(reason))
  }

  #fail(failure: AttemptFailure): void {
    this.outcome ??= { type: 'failed', failure }
  }

  #text(): string {
    const [only] = this.#collected
    return only && this.#collected.length === 1 ? only.toString() : Buffer.concat(this.#collected).toString()
  }
}

/** Told by the first byte that means something, since not every server says it in its headers. */
function whatComes(chunk: Buffer): 'events' | 'answer' | undefined {
  for (const byte of chunk) {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d) continue
    return byte === 0x7b || byte === 0x3c ? 'answer' : 'events'
  }
  return undefined
}
