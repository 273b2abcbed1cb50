import type { Engine } from '../core/engine.ts'
import type { SoundStudio } from '../media/sound/studio/studio.ts'
import { createLlamaEngine, type LlamaOptions } from './llama/llama-engine.ts'
import { createOpenaiEngine, type OpenaiOptions } from './openai/openai-engine.ts'
import { createScriptedEngine, loadScript } from './scripted/scripted.ts'
import type { Tokenizer } from './tokenizer/tokenizer.ts'

/** What the configuration says of one model, as far as an engine needs it. */
export type EngineEntry =
  | (OpenaiOptions & { readonly engine: 'openai' })
  | (LlamaOptions & { readonly engine: 'llama' })
  | { readonly engine: 'scripted'; readonly script: string }

/**
 * The table of runtimes: one line each. The tokenizer is for those whose servers do not count, the studio for those that
 * speak; neither is theirs to close.
 */
export function openEngine(model: string, entry: EngineEntry, tokenizer: Tokenizer, studio?: SoundStudio): Engine {
  switch (entry.engine) {
    case 'openai':
      return createOpenaiEngine(entry, model, { tokenizer, ...(studio && { studio }) })
    case 'llama':
      return createLlamaEngine(entry)
    case 'scripted':
      return createScriptedEngine(loadScript(entry.script))
  }
}
