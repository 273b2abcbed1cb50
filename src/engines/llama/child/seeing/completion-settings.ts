import type { Sampling } from '../../protocol.ts'

/** Sampling in the words of llama.node. What it would do of its own accord is turned off. */
export function completionSettings(sampling: Sampling): Readonly<Record<string, number>> {
  const { temperature, topP = 1, topK = 0, frequencyPenalty = 0, presencePenalty = 0, seed } = sampling
  const isGreedy = temperature === 0
  return {
    // A temperature of 0 is not taken for the likeliest token each time.
    temperature: isGreedy ? 1 : temperature,
    top_k: isGreedy ? 1 : topK,
    top_p: isGreedy ? 1 : topP,
    min_p: 0,
    penalty_last_n: -1,
    penalty_freq: frequencyPenalty,
    penalty_present: presencePenalty,
    dry_multiplier: 0,
    xtc_probability: 0,
    // It takes 32 bits with a sign.
    seed: (seed ?? Math.floor(Math.random() * 2 ** 31)) | 0,
  }
}
