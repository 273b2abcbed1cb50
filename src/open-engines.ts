import type { ModelConfig } from './config/engines/index.ts'
import type { ModelsConfig } from './config/models.ts'
import type { Engine } from './core/engine.ts'
import { type Capability, publicModels } from './core/models.ts'
import type { WeightsStore } from './core/weights.ts'
import { engineOfWeights } from './engine-of-weights.ts'
import { type EngineEntry, openEngine } from './engines/index.ts'
import { builtInModel } from './engines/llama/built-in-model.ts'
import { createRecogniserEngine } from './engines/recogniser/recogniser-engine.ts'
import { createSynthesisEngine } from './engines/synthesis/synthesis-engine.ts'
import { createTokenizer, type Tokenizer } from './engines/tokenizer/tokenizer.ts'
import type { SoundStudio } from './media/sound/studio/studio.ts'
import { filesOf, preferredText, takesPictures, textEntry } from './text-models.ts'

export interface Engines {
  /** Undefined when nothing serves that model. */
  of(model: string): Engine | undefined
  close(): Promise<void>
}

/** One engine for each model that the configuration gives one; the built-in one for the other public ids that write text. */
export function openEngines(
  models: ModelsConfig,
  weights: WeightsStore,
  studio: SoundStudio,
  learned: string,
  onNotice: (message: string) => void,
): Engines {
  const engines = new Map<string, Engine>()
  const tokenizer = createTokenizer()
  for (const [id, config] of Object.entries(models)) {
    const engine = engineFor(id, config, weights, tokenizer, studio, learned, message =>
      onNotice(`models.${id}: ${message}`),
    )
    if (engine) engines.set(id, engine)
  }
  // Opened is not loaded: until somebody asks, it takes no memory.
  const builtIn = llamaByName('built-in', preferredText(weights), {}, weights, tokenizer)
  const builtIns: Partial<Record<Capability, Engine>> = {
    text: builtIn,
    recognition: createRecogniserEngine({}, weights),
    speech: createSynthesisEngine({ weights, learned }),
  }
  for (const { id, capability } of publicModels) {
    const engine = builtIns[capability]
    if (engine && !engines.has(id)) engines.set(id, engine)
  }
  return {
    of: model => engines.get(model),
    async close() {
      await Promise.all([...new Set([...engines.values(), ...Object.values(builtIns)])].map(engine => engine.close()))
      await tokenizer.close()
    },
  }
}

function engineFor(
  id: string,
  config: ModelConfig,
  weights: WeightsStore,
  tokenizer: Tokenizer,
  studio: SoundStudio,
  learned: string,
  onNotice: (message: string) => void,
): Engine | undefined {
  if (config.engine === 'openai' || config.engine === 'scripted') return openEngine(id, config, tokenizer, studio)
  if (config.engine === 'recogniser') return createRecogniserEngine(config, weights)
  if (config.engine === 'synthesis') return createSynthesisEngine({ ...config, weights, learned, onNotice })
  if (config.engine !== 'llama') return undefined
  const { file, name = builtInModel.name, ...options } = config
  if (file !== undefined) return openEngine(id, { ...options, file }, tokenizer)
  return llamaByName(id, name, options, weights, tokenizer)
}

type LlamaSettings = Omit<Extract<EngineEntry, { engine: 'llama' }>, 'engine' | 'file'>

/** A text model of the catalogue, which may not be here yet. */
function llamaByName(
  id: string,
  name: string,
  options: LlamaSettings,
  weights: WeightsStore,
  tokenizer: Tokenizer,
): Engine {
  if (name === builtInModel.name) {
    return openEngine(id, { ...builtInModel.options, ...options, engine: 'llama' }, tokenizer)
  }
  const entry = textEntry(id, name, weights)
  const image = options.mmproj !== undefined || takesPictures(entry)
  return engineOfWeights(
    () => openEngine(id, { ...filesOf(entry, weights.folder(name)), ...options, engine: 'llama' }, tokenizer),
    { image, video: false, audio: false },
  )
}
