import type { LlamaJob, Piece } from '../protocol.ts'
import type { LlamaContext, RunningCompletion } from './binding.ts'
import { PieceReader } from './piece-reader.ts'
import type { Prepared } from './prepare.ts'

export interface CompletionOrder {
  readonly prepared: Prepared
  readonly sampling: LlamaJob['sampling']
  readonly prompt: string
  readonly maxTokens: number
  readonly thinkingTokens: number
}

export interface Completed {
  readonly reader: PieceReader
  /** As the model wrote it. */
  readonly text: string
  readonly tokens: number
  readonly cachedTokens: number
  /** It ran into a limit, and did not end by itself. */
  readonly isCut: boolean
}

/** From a prompt to where the model, its limit, a stray tag or the signal ends it. */
export async function complete(
  context: LlamaContext,
  order: CompletionOrder,
  signal: AbortSignal,
  onPieces: (pieces: readonly Piece[]) => void,
): Promise<Completed> {
  const reader = new PieceReader()
  let running: RunningCompletion | undefined
  let tokens = 0
  const stop = () => running?.stop()
  const read = (pieces: readonly Piece[]) => {
    if (pieces.length > 0 && !signal.aborted) onPieces(pieces)
  }
  running = await context.parallel.completion(completionOptions(order), (_, token) => {
    tokens += 1
    read(reader.push(token, 1))
    if (reader.isOver) stop()
  })
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const result = await running.promise
    read(reader.push(result, 0))
    return {
      reader,
      text: result.text,
      tokens: result.tokens_predicted,
      cachedTokens: result.timings.cache_n,
      isCut: result.stopped_limit || result.context_full,
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!reader.isOver) throw error
    return { reader, text: '', tokens, cachedTokens: 0, isCut: false }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function completionOptions({ prepared, sampling, prompt, maxTokens, thinkingTokens }: CompletionOrder): object {
  const { chat, constraint } = prepared
  return {
    prompt,
    jinja: true,
    reasoning_format: 'deepseek',
    chat_format: chat.chat_format,
    chat_parser: chat.chat_parser,
    generation_prompt: chat.generation_prompt,
    preserved_tokens: chat.preserved_tokens,
    stop: chat.additional_stops,
    n_predict: maxTokens,
    ...constraint,
    ...sampling,
    ...(thinkingTokens > 0 && {
      thinking_start_tag: chat.thinking_start_tag,
      thinking_end_tag: chat.thinking_end_tag,
      thinking_budget_tokens: thinkingTokens,
    }),
  }
}
