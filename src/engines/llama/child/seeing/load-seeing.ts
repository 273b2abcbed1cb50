import { statSync } from 'node:fs'
import { answerGrammar, Refusal } from '../../grammar/answer-grammar.ts'
import type { LlamaJob, LoadOptions } from '../../protocol.ts'
import { availableMemory } from '../available-memory.ts'
import { loadBinding } from '../binding.ts'
import { createChatTemplate } from '../chat-template.ts'
import { roomFor } from '../generation.ts'
import { readGguf } from '../gguf.ts'
import { contextOf } from '../load.ts'
import { LoadProblem } from '../load-problem.ts'
import type { Listener, LoadedModel, Outcome } from '../loaded-model.ts'
import { memoryNeed, memoryProblem, withProjector } from '../memory.ts'
import { endingTexts } from '../vocabulary.ts'
import { notTaken, readProjector } from './projector.ts'
import { SeeingAnswer } from './seeing-answer.ts'
import { loadSeeingBinding, type SeeingContext } from './seeing-binding.ts'
import { createSeeingPrompt } from './seeing-prompt.ts'
import { createStretches } from './stretch.ts'

/** A picture of some models has to be read in one step. */
const batch = 512

/** A model with its projector. It writes one answer at a time. */
export async function loadSeeing({
  file,
  mmproj,
  context: wanted,
  threads,
  gpuLayers,
}: LoadOptions & { readonly mmproj: string }): Promise<LoadedModel> {
  const info = readGguf(file)
  const projector = readProjector(mmproj)
  const contextTokens = contextOf(info, wanted)
  const plan = { fileBytes: statSync(file).size, contextTokens, slots: 1, batch }
  const need = withProjector(memoryNeed(info, plan), projector, statSync(mmproj).size)
  const problem = gpuLayers > 0 ? undefined : memoryProblem(need, availableMemory(), plan)
  if (problem !== undefined) throw new LoadProblem(problem)
  const { LlamaContext } = loadSeeingBinding(gpuLayers > 0)
  const context = new LlamaContext({
    model: file,
    n_ctx: contextTokens,
    n_batch: batch,
    n_ubatch: batch,
    n_threads: threads,
    n_gpu_layers: gpuLayers,
    ctx_shift: false,
  })
  takeProjector(context, mmproj, file, gpuLayers > 0)
  const beginning = await beginningTokens(context)
  const template = createChatTemplate(await loadBinding(false), info)
  const writePrompt = createSeeingPrompt(template, info, beginning > 0)
  const ends = endingTexts(info)

  async function count(text: string, media: readonly string[]): Promise<number> {
    try {
      const { tokens } = await context.tokenize(text, media)
      return tokens.length + (media.length === 0 ? beginning : 0)
    } catch (error) {
      if (media.length === 0) throw error
      throw new Refusal('messages', 'A picture or a recording is of a kind that this model does not take.')
    }
  }

  async function generate(job: LlamaJob, signal: AbortSignal, { onBegun, onPieces }: Listener): Promise<Outcome> {
    const grammar = answerGrammar(job)
    const prompt = writePrompt(job)
    const inputTokens = await count(prompt.text, prompt.media)
    const room = roomFor(inputTokens, contextTokens)
    const limit = Math.min(job.maxTokens ?? room, room)
    const roomAfter = async (text: string, media: readonly string[]) => contextTokens - (await count(text, media))
    let isBegun = false
    const write = createStretches(
      {
        context,
        prompt,
        sampling: job.sampling,
        roomAfter,
        onBegun() {
          // How much of the prompt it still knows, it says only when it has read it.
          if (!isBegun) onBegun(inputTokens, 0)
          isBegun = true
        },
      },
      signal,
    )
    const { promptTokens, ...ended } = await new SeeingAnswer({ job, grammar, prompt, limit }, ends, onPieces).run(
      write,
    )
    return { ...ended, cachedTokens: Math.max(0, inputTokens - promptTokens) }
  }

  return {
    async countTokens(job) {
      const { text, media } = writePrompt(job)
      return count(text, media)
    },
    generate,
  }
}

function takeProjector(context: SeeingContext, projector: string, model: string, usesGpu: boolean): void {
  try {
    context.initMultimodal({ path: projector, use_gpu: usesGpu })
  } catch {
    throw notTaken(projector, model)
  }
}

/** How many tokens are put before a prompt without its being said. */
async function beginningTokens(context: SeeingContext): Promise<number> {
  const prompt = 'a'
  const { tokens } = await context.tokenize(prompt, [])
  const { tokens_evaluated: read, tokens_predicted: written } = await context.completion({ prompt, n_predict: 1 })
  return read - written - tokens.length
}
