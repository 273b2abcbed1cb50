import { createRequire } from 'node:module'

/**
 * The native part of llama.node, of which each platform has a package of its own, and of it what is used here: unlike
 * that of node-llama-cpp it has the part of llama.cpp that makes tokens of pictures and sound.
 */
export interface SeeingBinding {
  readonly LlamaContext: new (options: object) => SeeingContext
}

export interface SeeingContext {
  initMultimodal(options: { readonly path: string; readonly use_gpu: boolean }): boolean
  /** Of a picture as many as its positions are; begins with the token of the beginning only where there is a picture. */
  tokenize(text: string, media: readonly string[]): Promise<{ readonly tokens: Int32Array }>
  /** One at a time. What it rejects leaves the context unusable. */
  completion(options: CompletionOptions, onText?: (written: { readonly token: string }) => void): Promise<Completion>
  /** Of use only while a completion is under way. */
  stopCompletion(): void
}

export interface CompletionOptions {
  readonly prompt: string
  readonly media_paths?: readonly string[]
  readonly n_predict: number
  readonly [setting: string]: unknown
}

export interface Completion {
  readonly text: string
  /** Of the prompt and of the answer. */
  readonly tokens_evaluated: number
  readonly tokens_predicted: number
  readonly stopped_eos: boolean
  readonly stopped_limited: boolean
  readonly context_full: boolean
  readonly interrupted: boolean
  readonly timings: { readonly prompt_n: number }
}

/** Where a picture stands in a prompt. */
export const mediaMarker = '<__media__>'

const forGpu = ['-cuda', '-vulkan']

/** The build for a GPU is taken where one is wanted and installed; the processor does it elsewhere. */
export function loadSeeingBinding(wantsGpu: boolean): SeeingBinding {
  const require = createRequire(import.meta.url)
  const own = `@fugood/node-llama-${process.platform}-${process.arch}`
  for (const variant of [...(wantsGpu ? forGpu : []), '']) {
    try {
      return require(`${own}${variant}`) as SeeingBinding
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error
    }
  }
  throw new Error(`no build of llama.cpp that sees is installed; it would be ${own}`)
}
