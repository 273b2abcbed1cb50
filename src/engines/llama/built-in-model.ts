import { fileURLToPath } from 'node:url'
import type { LlamaOptions } from './llama-engine.ts'

/** The model that comes with Medley. It is too small to be let off the leash. */
export const builtInModel: { readonly name: string; readonly options: LlamaOptions } = {
  name: 'medley-46m',
  options: {
    file: fileURLToPath(new URL('../../../models/medley-46m/medley-46m.gguf', import.meta.url)),
    greedyLeaning: true,
    // Eight answers at once cost little more than four, and 25 MB of memory each.
    slots: 8,
  },
}
