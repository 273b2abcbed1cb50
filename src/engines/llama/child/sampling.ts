import type { Sampling } from '../protocol.ts'
import type { GrammarState, NativeSampler, SamplerSettings } from './binding.ts'
import type { Loaded } from './load.ts'

export interface AnswerSampling {
  readonly sampler: NativeSampler
  /** From here on only what the grammar allows. */
  hold(grammar: string): void
  end(): void
}

/** Samplers are kept: each holds a list as long as the vocabulary, and is freed only when the garbage is collected. */
const idle = new WeakMap<object, NativeSampler[]>()
const wholeAnswer = 4096

export function createSampling(
  { binding, model, grammars }: Pick<Loaded, 'binding' | 'model' | 'grammars'>,
  wanted: Sampling,
  grammar: string | undefined,
): AnswerSampling {
  const kept = idle.get(model) ?? []
  idle.set(model, kept)
  const state = grammar === undefined ? undefined : grammars.begin(grammar)
  const sampler = kept.pop() ?? new binding.AddonSampler(model)
  const settings = settingsOf(wanted)
  // A sampler that is given the same seed again goes on where it was; another in between begins anew.
  sampler.applyConfig({ temperature: 0, seed: (settings.seed + 1) >>> 0 })
  apply(state)

  function apply(grammarState: GrammarState | undefined): void {
    sampler.applyConfig({ ...settings, ...(grammarState && { grammarEvaluationState: grammarState }) })
  }

  return {
    sampler,
    hold: text => apply(grammars.begin(text)),
    end() {
      sampler.applyConfig({ temperature: 0, seed: 0 })
      kept.push(sampler)
    },
  }
}

function settingsOf({
  temperature,
  topP,
  topK,
  frequencyPenalty = 0,
  presencePenalty = 0,
  seed,
}: Sampling): SamplerSettings {
  const penalties = frequencyPenalty !== 0 || presencePenalty !== 0
  return {
    temperature,
    seed: seed ?? Math.floor(Math.random() * 2 ** 32),
    ...(temperature > 0 && topP !== undefined && topP < 1 && { topP }),
    ...(temperature > 0 && topK !== undefined && { topK }),
    ...(penalties && {
      repeatPenaltyTokens: new Uint32Array(),
      repeatPenaltyMaxTokens: wholeAnswer,
      repeatPenaltyFrequencyPenalty: frequencyPenalty,
      repeatPenaltyPresencePenalty: presencePenalty,
    }),
  }
}
