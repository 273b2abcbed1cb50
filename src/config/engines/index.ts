import type { EngineDefinition } from './engine-definition.ts'
import { llama } from './llama.ts'
import { openai } from './openai.ts'
import { pipeline } from './pipeline.ts'
import { recogniser } from './recogniser.ts'
import { scripted } from './scripted.ts'
import { synthesis } from './synthesis.ts'

/** The engines that an entry of `models` may name; a new one is a file beside this one and its name here. */
export const engines = { openai, pipeline, llama, recogniser, scripted, synthesis }

export type EngineName = keyof typeof engines

type EntryOf<Definition> = Definition extends EngineDefinition<infer Entry> ? Entry : never

/** One entry of `models`, told apart by `engine`. */
export type ModelConfig = EntryOf<(typeof engines)[EngineName]>
