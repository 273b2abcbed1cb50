import { statSync } from 'node:fs'
import type { LoadOptions } from '../protocol.ts'
import { availableMemory } from './available-memory.ts'
import { type Batcher, createBatcher } from './batcher.ts'
import { type Binding, loadBinding, type NativeContext, type NativeModel } from './binding.ts'
import { type ChatPrompt, createChatPrompt } from './chat-prompt.ts'
import { createChatTemplate } from './chat-template.ts'
import { type GgufInfo, readGguf } from './gguf.ts'
import { createGrammars, type Grammars } from './grammars.ts'
import { LoadProblem } from './load-problem.ts'
import { memoryNeed, memoryProblem } from './memory.ts'
import { createSlots, type Slots } from './slots.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** Models of today claim contexts that fill the memory of a server; more than this is taken when it is asked for. */
const defaultContextAtMost = 8192
const batch = 256

export interface Loaded {
  readonly binding: Binding
  readonly model: NativeModel
  readonly context: NativeContext
  readonly vocabulary: Vocabulary
  readonly prompt: ChatPrompt
  readonly grammars: Grammars
  readonly batcher: Batcher
  readonly slots: Slots
  /** How much one conversation may be, with its answer. */
  readonly contextTokens: number
}

export async function load({ file, context: wanted, slots, threads, gpuLayers }: LoadOptions): Promise<Loaded> {
  const info = readGguf(file)
  const contextTokens = contextOf(info, wanted)
  const plan = { fileBytes: statSync(file).size, contextTokens, slots, batch }
  // What is on a GPU does not take the memory of the machine.
  const problem = gpuLayers > 0 ? undefined : memoryProblem(memoryNeed(info, plan), availableMemory(), plan)
  if (problem !== undefined) throw new LoadProblem(problem)
  const binding = await loadBinding(gpuLayers > 0)
  // Mapped weights would stay in memory beside the ones that are rearranged for the processor, and in small pages.
  const model = new binding.AddonModel(file, { addonExports: binding, gpuLayers, useMmap: false })
  if (!(await model.init())) throw new Error('llama.cpp did not take the file')
  const context = new binding.AddonContext(model, {
    contextSize: contextTokens * slots,
    sequences: slots,
    batchSize: batch,
    threads,
    flashAttention: 'auto',
  })
  if (!(await context.init())) throw new Error('llama.cpp made no context')
  const vocabulary = createVocabulary(model, info)
  return {
    binding,
    model,
    context,
    vocabulary,
    prompt: createChatPrompt(createChatTemplate(binding, info), model, vocabulary),
    grammars: createGrammars(binding, model),
    batcher: createBatcher(context, batch),
    slots: createSlots(context, slots),
    contextTokens,
  }
}

/** How many tokens a conversation may have. */
export function contextOf({ values }: GgufInfo, wanted: number | undefined): number {
  const own = Number(values.get(`${values.get('general.architecture')}.context_length`)) || defaultContextAtMost
  return Math.min(wanted ?? defaultContextAtMost, own)
}
