import { answerGrammar, Refusal } from '../grammar/answer-grammar.ts'
import type { LlamaJob } from '../protocol.ts'
import { Answer, type Ended, type OnPieces, type Order } from './answer.ts'
import type { Loaded } from './load.ts'
import { createSampling } from './sampling.ts'

export interface Listener {
  onBegun(inputTokens: number, cachedTokens: number): void
  readonly onPieces: OnPieces
}

export interface Outcome extends Ended {
  readonly cachedTokens: number
}

export function countTokens({ prompt }: Loaded, job: LlamaJob): number {
  return prompt.write(job).tokens.length
}

/** One answer of the model, from the conversation to its last token. */
export async function generate(
  loaded: Loaded,
  job: LlamaJob,
  signal: AbortSignal,
  listener: Listener,
): Promise<Outcome> {
  const grammar = answerGrammar(job)
  const { tokens, isThinking } = loaded.prompt.write(job)
  const room = loaded.contextTokens - tokens.length
  if (room < 1) {
    throw new Refusal(
      'messages',
      `The conversation has ${tokens.length} tokens; this model takes at most ${loaded.contextTokens - 1}, with room for an answer.`,
    )
  }
  const sampling = createSampling(loaded, job.sampling, grammar.fromStart)
  const { slot, cached } = await loaded.batcher.between(() => loaded.slots.take(tokens))
  const order: Order = { job, grammar, sampling, slot, isThinking, limit: Math.min(job.maxTokens ?? room, room) }
  const answer = new Answer(loaded, order, tokens.slice(cached), listener.onPieces)
  try {
    signal.throwIfAborted()
    listener.onBegun(tokens.length, cached)
    return { ...(await answer.run(signal)), cachedTokens: cached }
  } finally {
    // A step that is under way still writes to what they hold.
    void loaded.batcher.between(() => {
      loaded.slots.give(slot)
      sampling.end()
    })
  }
}
