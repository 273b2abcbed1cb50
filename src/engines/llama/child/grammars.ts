import type { Binding, GrammarState, NativeModel } from './binding.ts'

export interface Grammars {
  /** Where an answer that is held to this grammar begins. */
  begin(grammar: string): GrammarState
}

const keptAtMost = 32

/** Grammars that have been read: callers ask for the same tools again and again. */
export function createGrammars(binding: Binding, model: NativeModel): Grammars {
  const kept = new Map<string, GrammarState>()
  return {
    begin(grammar) {
      const known = kept.get(grammar) ?? read(grammar)
      kept.delete(grammar)
      kept.set(grammar, known)
      const [oldest] = kept.keys()
      if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest)
      return new binding.AddonGrammarEvaluationState(known)
    },
  }

  function read(grammar: string): GrammarState {
    const read = new binding.AddonGrammar(grammar, { addonExports: binding, rootRuleName: 'root' })
    return new binding.AddonGrammarEvaluationState(model, read)
  }
}
