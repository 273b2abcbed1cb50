import { answerGrammar, Refusal } from '../grammar/answer-grammar.ts'
import type { LlamaJob } from '../protocol.ts'
import { Answer, type Order } from './answer.ts'
import type { Loaded } from './load.ts'
import type { Listener, LoadedModel, Outcome } from './loaded-model.ts'
import { createSampling } from './sampling.ts'

/** A model of words alone: all conversations in one batch. */
export function textModel(loaded: Loaded): LoadedModel {
  return {
    countTokens: async job => loaded.prompt.write(job).tokens.length,
    generate: (job, signal, listener) => generate(loaded, job, signal, listener),
  }
}

async function generate(loaded: Loaded, job: LlamaJob, signal: AbortSignal, listener: Listener): Promise<Outcome> {
  const grammar = answerGrammar(job)
  const { tokens, isThinking } = loaded.prompt.write(job)
  const room = roomFor(tokens.length, loaded.contextTokens)
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

/** How many tokens the answer may have. */
export function roomFor(inputTokens: number, contextTokens: number): number {
  if (inputTokens < contextTokens) return contextTokens - inputTokens
  throw new Refusal(
    'messages',
    `The conversation has ${inputTokens} tokens; this model takes at most ${contextTokens - 1}, with room for an answer.`,
  )
}
