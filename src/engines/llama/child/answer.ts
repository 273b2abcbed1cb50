import type { EndReason } from '../../../core/generation.ts'
import { type AnswerGrammar, callBegin } from '../grammar/answer-grammar.ts'
import type { LlamaJob, Piece } from '../protocol.ts'
import { AnswerReader } from './answer-reader.ts'
import type { Writer } from './batcher.ts'
import type { Loaded } from './load.ts'
import type { AnswerSampling } from './sampling.ts'
import { forget, type Slot } from './slots.ts'
import { TokenReader } from './token-reader.ts'

export type OnPieces = (pieces: readonly Piece[]) => void

export interface Ended {
  readonly reason: EndReason
  readonly outputTokens: number
}

export interface Order {
  readonly job: LlamaJob
  readonly grammar: AnswerGrammar
  readonly sampling: AnswerSampling
  readonly slot: Slot
  readonly isThinking: boolean
  readonly limit: number
}

const closing = '\n</think>\n\n'

/** An answer while it is written: it reads each token, and says what is to follow it. */
export class Answer implements Writer {
  readonly #loaded: Loaded
  readonly #onPieces: OnPieces
  readonly #order: Order
  readonly #reader: AnswerReader
  readonly #tokenReader: TokenReader
  readonly #thinkingTokens: number
  readonly #done = Promise.withResolvers<Ended>()
  #tokens = 0
  #isHeld: boolean
  pending: number[]

  constructor(loaded: Loaded, order: Order, unread: number[], onPieces: OnPieces) {
    const { job, grammar, isThinking, limit } = order
    this.#loaded = loaded
    this.#onPieces = onPieces
    this.#order = order
    this.pending = unread
    this.#thinkingTokens = Math.min(job.thinkingTokens, Math.floor(limit / 2))
    this.#isHeld = grammar.fromStart !== undefined
    this.#reader = new AnswerReader({ isThinking, mayCall: job.calls !== 'none', isHeld: this.#isHeld })
    this.#tokenReader = new TokenReader(loaded.vocabulary)
  }

  get slot() {
    return this.#order.slot
  }

  get sampler() {
    return this.#order.sampling.sampler
  }

  async run(signal: AbortSignal): Promise<Ended> {
    const abort = () => this.onError(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    this.#loaded.batcher.add(this)
    return await this.#done.promise.finally(() => signal.removeEventListener('abort', abort))
  }

  onToken(token: number): void {
    try {
      this.#take(token)
    } catch (error) {
      this.onError(error)
    }
  }

  onError(error: unknown): void {
    this.#loaded.batcher.remove(this)
    this.#done.reject(error)
  }

  #take(token: number): void {
    if (token < 0) throw new Error('the model had nothing to say')
    if (this.#loaded.vocabulary.isEnd(token)) {
      if (this.#reader.isReasoning) this.#closeReasoning([])
      else this.#end('stop')
      return
    }
    this.#tokens += 1
    this.#emit(this.#reader.push(this.#tokenReader.push(token), 1))
    this.pending = [token]
    if (this.#reader.isOver) this.#end('stop')
    else if (this.#tokens >= this.#order.limit) this.#end('length')
    else if (this.#reader.isCalling) this.#holdToCall()
    else if (this.#reader.isReasoning && this.#reader.reasoningTokens >= this.#thinkingTokens)
      this.#closeReasoning([token])
  }

  /** Some models end with their reasoning, or never: it is closed for them, and they go on to answer. */
  #closeReasoning(last: readonly number[]): void {
    const tokens = this.#loaded.vocabulary.tokenize(closing)
    const room = this.#loaded.contextTokens - this.slot.tokens.length - last.length - tokens.length
    if (room < 1 || this.#tokens >= this.#order.limit) {
      this.#end('length')
      return
    }
    this.#emit(this.#reader.push(this.#tokenReader.end() + closing, 0))
    this.pending = [...last, ...tokens]
  }

  /** From its tag on a call is held to its grammar, also where the model ran the tag together with what follows it. */
  #holdToCall(): void {
    const { fromCall } = this.#order.grammar
    if (this.#isHeld || fromCall === undefined) return
    this.#isHeld = true
    this.#order.sampling.hold(fromCall)
    const { vocabulary, context } = this.#loaded
    const tag = vocabulary.tokenize(callBegin)
    const written = [...this.slot.tokens, ...this.pending]
    if (tag.every((token, index) => written.at(index - tag.length) === token)) return
    let back = 1
    while (back < written.length && !vocabulary.textOf(written.slice(-back)).includes(callBegin)) back += 1
    const kept = Math.min(forget(context, this.slot, written.length - back), written.length - back)
    this.pending = [...written.slice(kept, written.length - back), ...tag]
    this.#reader.restartCall()
  }

  #end(reason: 'stop' | 'length'): void {
    this.#loaded.batcher.remove(this)
    this.#emit(this.#reader.push(this.#tokenReader.end(), 0))
    this.#emit(this.#reader.end())
    const ownEnd = this.#reader.calls > 0 ? 'tool-calls' : 'stop'
    this.#done.resolve({
      reason: reason === 'length' ? 'length' : ownEnd,
      outputTokens: this.#tokens,
    })
  }

  #emit(pieces: readonly Piece[]): void {
    if (pieces.length > 0) this.#onPieces(pieces)
  }
}
