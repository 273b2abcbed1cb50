import { Refusal } from '../../grammar/answer-grammar.ts'
import type { Sampling } from '../../protocol.ts'
import { completionSettings } from './completion-settings.ts'
import type { Completion, CompletionOptions, SeeingContext } from './seeing-binding.ts'
import type { SeeingPrompt } from './seeing-prompt.ts'

/** From where, how far and by which rules the model writes on. */
export interface StretchOrder {
  readonly written: string
  readonly tokens: number
  readonly grammar: string | undefined
}

export interface Stretch<Turn> {
  /** How it was ended from outside; undefined when the model ended it, or its limit. */
  readonly turn: Turn | undefined
  readonly isCut: boolean
  /** Of the prompt, those that were read: the others were still known. */
  readonly promptTokens: number
}

/** Hands over each text as it is written, with its tokens, until it is told that the stretch is over. */
export type WriteStretch = <Turn>(
  order: StretchOrder,
  take: (text: string, tokens: number) => Turn | undefined,
) => Promise<Stretch<Turn>>

/** llama.node is no longer to be used: it has failed within a completion, and thinks that it is still in it. */
export class Broken extends Error {}

/**
 * llama.node has noted the end of a completion before its beginning, as it may when that was over at once: it takes no
 * other. Nothing has been asked of it by then.
 */
export class Stuck extends Error {}

/** The same as broken, for a reason that the caller can do something about. */
export class Overfull extends Refusal {
  constructor() {
    super(
      'messages',
      'The pictures of this conversation could not be read into the context of the model: fewer or smaller ones, or a larger "context", may fit.',
    )
  }
}

/** Some models keep more of a picture than it has positions; that they have no room for it shows only when it is read. */
const tooManyPictures = 'Failed to evaluate chunks'

export interface Stretching {
  readonly context: SeeingContext
  readonly prompt: SeeingPrompt
  readonly sampling: Sampling
  /** What the context has room for after this prompt. */
  readonly roomAfter: (text: string, media: readonly string[]) => Promise<number>
  /** Called when a stretch has been begun. */
  readonly onBegun: () => void
}

export function createStretches(
  { context, prompt, sampling, roomAfter, onBegun }: Stretching,
  signal: AbortSignal,
): WriteStretch {
  const settings = completionSettings(sampling)
  return async (order, take) => {
    const text = prompt.text + order.written
    const limit = Math.min(order.tokens, await roomAfter(text, prompt.media))
    signal.throwIfAborted()
    if (limit < 1) return { turn: undefined, isCut: true, promptTokens: 0 }
    const reading = new Reading(take, () => context.stopCompletion())
    const abort = () => reading.stop()
    signal.addEventListener('abort', abort, { once: true })
    try {
      const running = begin(
        context,
        {
          ...settings,
          prompt: text,
          n_predict: limit,
          ...(prompt.media.length > 0 && { media_paths: prompt.media }),
          ...(order.grammar !== undefined && { grammar: order.grammar }),
        },
        reading,
      )
      onBegun()
      const completion = await running.catch(error => {
        const reason = reasonOf(error)
        throw reason === tooManyPictures ? new Overfull() : new Broken(reason)
      })
      signal.throwIfAborted()
      return reading.end(completion, limit)
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}

function begin<Turn>(context: SeeingContext, options: CompletionOptions, reading: Reading<Turn>): Promise<Completion> {
  try {
    return context.completion(options, ({ token }) => reading.push(token, 1))
  } catch (error) {
    throw new Stuck(reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What one completion has written so far. */
class Reading<Turn> {
  readonly #take: (text: string, tokens: number) => Turn | undefined
  readonly #stopModel: () => void
  #length = 0
  #tokens = 0
  #turn: Turn | undefined
  #isOver = false
  #isRunning = true

  constructor(take: (text: string, tokens: number) => Turn | undefined, stopModel: () => void) {
    this.#take = take
    this.#stopModel = stopModel
  }

  push(text: string, tokens: number): void {
    if (this.#isOver) return
    this.#length += text.length
    this.#tokens += tokens
    this.#turn = this.#take(text, tokens)
    if (this.#turn !== undefined) this.stop()
  }

  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#isRunning) this.#stopModel()
  }

  end(completion: Completion, limit: number): Stretch<Turn> {
    this.#isRunning = false
    // The last texts may be on their way still when the completion is over.
    const rest = completion.text.slice(this.#length)
    if (!this.#isOver && rest !== '') this.push(rest, Math.max(1, completion.tokens_predicted - this.#tokens))
    this.#isOver = true
    const { stopped_eos: hasEnded, stopped_limited: isLimited, context_full: isFull, timings } = completion
    const isCut = isLimited || isFull || this.#tokens >= limit || completion.tokens_predicted >= limit
    if (this.#turn === undefined && !hasEnded && !isCut) throw new Broken('llama.cpp could not read on')
    return { turn: this.#turn, isCut: isCut && !hasEnded, promptTokens: timings.prompt_n }
  }
}
