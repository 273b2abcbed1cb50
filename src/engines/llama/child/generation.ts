import type { EndReason } from '../../../core/generation.ts'
import type { LlamaJob, Piece } from '../protocol.ts'
import type { LlamaContext } from './binding.ts'
import { type Completed, complete } from './completion.ts'
import { prepare, Refusal } from './prepare.ts'

export interface Listener {
  onBegun(inputTokens: number): void
  onPieces(pieces: readonly Piece[]): void
}

export interface Outcome {
  readonly reason: EndReason
  readonly outputTokens: number
  readonly cachedTokens: number
}

export function countTokens(context: LlamaContext, job: LlamaJob): Promise<number> {
  return tokensOf(context, prepare(context, job).chat.prompt)
}

/** One answer of the model, from the conversation to its last token. */
export async function generate(
  context: LlamaContext,
  contextTokens: number,
  job: LlamaJob,
  signal: AbortSignal,
  { onBegun, onPieces }: Listener,
): Promise<Outcome> {
  const prepared = prepare(context, job)
  const { prompt, thinking_end_tag: endTag } = prepared.chat
  const inputTokens = await tokensOf(context, prompt)
  const room = contextTokens - inputTokens
  if (room < 1) {
    throw new Refusal(
      'messages',
      `The conversation has ${inputTokens} tokens; this model takes at most ${contextTokens - 1}, with room for an answer.`,
    )
  }
  signal.throwIfAborted()
  onBegun(inputTokens)
  const limit = Math.min(job.maxTokens ?? room, room)
  const order = { prepared, sampling: job.sampling }
  const thinkingTokens = Math.min(job.thinkingTokens, Math.floor(limit / 2))
  const first = await complete(context, { ...order, prompt, maxTokens: limit, thinkingTokens }, signal, onPieces)
  const left = limit - first.tokens
  const isUnclosed = !first.isCut && first.reader.reasoningTokens > 0 && !first.reader.hasAnswered
  if (!isUnclosed || endTag === undefined || left < 1) return outcomeOf(first)

  // Some models end with their reasoning, before they have answered: the tag is closed for them, and they go on.
  const closed = `${prompt}${first.text.trimEnd()}\n${endTag}\n\n`
  const roomLeft = contextTokens - (await tokensOf(context, closed))
  if (roomLeft < 1) return outcomeOf({ ...first, isCut: true })
  const rest = { ...order, prompt: closed, maxTokens: Math.min(left, roomLeft), thinkingTokens: 0 }
  const second = await complete(context, rest, signal, onPieces)
  return outcomeOf({ ...second, tokens: first.tokens + second.tokens, cachedTokens: first.cachedTokens })
}

function outcomeOf({ reader, isCut, tokens, cachedTokens }: Completed): Outcome {
  const ownEnd = reader.hasCalled ? 'tool-calls' : 'stop'
  return { reason: isCut ? 'length' : ownEnd, outputTokens: tokens, cachedTokens }
}

async function tokensOf(context: LlamaContext, text: string): Promise<number> {
  return (await context.tokenize(text)).tokens.length
}
