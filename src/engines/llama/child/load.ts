import type { LoadOptions } from '../protocol.ts'
import { type Binding, type LlamaContext, loadBinding } from './binding.ts'

/** Models of today claim contexts that fill the memory of a server; more than this is taken when it is asked for. */
const defaultContextAtMost = 8192
const batch = 512

export interface Loaded {
  readonly context: LlamaContext
  /** How much one conversation may be, with its answer. */
  readonly contextTokens: number
}

export async function load({ file, context: wanted, slots, threads, gpuLayers }: LoadOptions): Promise<Loaded> {
  const binding = loadBinding()
  const info = await binding.loadLlamaModelInfo(file)
  const own = Number(info[`${info['general.architecture']}.context_length`]) || defaultContextAtMost
  const contextTokens = Math.min(wanted ?? defaultContextAtMost, own)
  const context = await binding.loadModel({
    model: file,
    n_ctx: contextTokens * slots,
    n_parallel: slots,
    n_batch: batch,
    n_threads: threads,
    n_gpu_layers: gpuLayers,
    lib_variant: gpuLayers > 0 ? await gpuBuild(binding) : 'default',
    ctx_shift: false,
  })
  if (!(await context.parallel.enable({ n_parallel: slots, n_batch: batch }))) throw new Error('no parallel slots')
  return { context, contextTokens }
}

/** The processor does it where no build for a GPU is installed. */
async function gpuBuild(binding: Binding): Promise<'cuda' | 'vulkan' | 'default'> {
  for (const variant of ['cuda', 'vulkan'] as const) if (await binding.isLibVariantAvailable(variant)) return variant
  return 'default'
}
