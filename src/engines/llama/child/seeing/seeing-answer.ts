import { type AnswerGrammar, callBegin } from '../../grammar/answer-grammar.ts'
import type { LlamaJob, Piece } from '../../protocol.ts'
import type { Ended, OnPieces } from '../answer.ts'
import { AnswerReader } from '../answer-reader.ts'
import type { SeeingPrompt } from './seeing-prompt.ts'
import type { Stretch, WriteStretch } from './stretch.ts'

export interface SeeingOrder {
  readonly job: LlamaJob
  readonly grammar: AnswerGrammar
  readonly prompt: SeeingPrompt
  readonly limit: number
}

/** Where a stretch of the answer ends: for good, or to go on under other rules. */
type Turn = 'stop' | 'length' | 'again'

const closing = '\n</think>\n\n'

/**
 * An answer in stretches. llama.node writes on from a text until it is stopped: where a call begins or reasoning must
 * end, the stretch ends, and the next goes on from what is written, of which all is still in its memory.
 */
export class SeeingAnswer {
  readonly #order: SeeingOrder
  readonly #ends: ReadonlySet<string>
  readonly #onPieces: OnPieces
  readonly #reader: AnswerReader
  readonly #thinkingTokens: number
  #grammar: string | undefined
  #written = ''
  #tokens = 0

  constructor(order: SeeingOrder, ends: ReadonlySet<string>, onPieces: OnPieces) {
    const { job, grammar, prompt, limit } = order
    this.#order = order
    this.#ends = ends
    this.#onPieces = onPieces
    this.#grammar = grammar.fromStart
    this.#thinkingTokens = Math.min(job.thinkingTokens, Math.floor(limit / 2))
    const isHeld = this.#grammar !== undefined
    this.#reader = new AnswerReader({ isThinking: prompt.isThinking, mayCall: job.calls !== 'none', isHeld })
  }

  async run(write: WriteStretch): Promise<Ended & { readonly promptTokens: number }> {
    let promptTokens: number | undefined
    for (;;) {
      const stretch = await write(
        { written: this.#written, tokens: this.#order.limit - this.#tokens, grammar: this.#grammar },
        (text, tokens) => this.#take(text, tokens),
      )
      promptTokens ??= stretch.promptTokens
      const turn = stretch.turn ?? this.#afterOwnEnd(stretch)
      if (turn !== 'again') return { ...this.#end(turn), promptTokens }
    }
  }

  /** Undefined when the model may go on. */
  #take(text: string, tokens: number): Turn | undefined {
    if (this.#ends.has(text)) return this.#reader.isReasoning ? this.#closeReasoning() : 'stop'
    this.#tokens += tokens
    this.#written += text
    this.#emit(this.#reader.push(text, tokens))
    if (this.#reader.isOver) return 'stop'
    if (this.#tokens >= this.#order.limit) return 'length'
    const { fromCall } = this.#order.grammar
    if (this.#reader.isCalling && this.#grammar === undefined && fromCall !== undefined) return this.#holdTo(fromCall)
    if (this.#reader.isReasoning && this.#reader.reasoningTokens >= this.#thinkingTokens) return this.#closeReasoning()
    return undefined
  }

  #afterOwnEnd({ isCut }: Stretch<Turn>): Turn {
    if (isCut) return 'length'
    return this.#reader.isReasoning ? this.#closeReasoning() : 'stop'
  }

  /** Some models end with their reasoning, or never: it is closed for them, and they go on to answer. */
  #closeReasoning(): Turn {
    this.#written += closing
    this.#emit(this.#reader.push(closing, 0))
    return 'again'
  }

  /** From its tag on a call is held to its grammar; what the model had written behind the tag is forgotten. */
  #holdTo(grammar: string): Turn {
    this.#grammar = grammar
    this.#written = this.#written.slice(0, this.#written.lastIndexOf(callBegin) + callBegin.length)
    this.#reader.restartCall()
    return 'again'
  }

  #end(turn: 'stop' | 'length'): Ended {
    this.#emit(this.#reader.end())
    const ownEnd = this.#reader.calls > 0 ? 'tool-calls' : 'stop'
    return { reason: turn === 'length' ? 'length' : ownEnd, outputTokens: this.#tokens }
  }

  #emit(pieces: readonly Piece[]): void {
    if (pieces.length > 0) this.#onPieces(pieces)
  }
}
