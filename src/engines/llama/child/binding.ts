import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The native part of node-llama-cpp, of which each platform has a package of its own, and of it what is used here. It is
 * driven directly: what stands above it in node-llama-cpp brings thirty further packages, and its own batches and chats.
 */
export interface Binding {
  readonly AddonModel: new (file: string, options: object) => NativeModel
  readonly AddonContext: new (model: NativeModel, options: object) => NativeContext
  readonly AddonSampler: new (model: NativeModel) => NativeSampler
  readonly AddonGrammar: new (
    grammar: string,
    options: { addonExports: Binding; rootRuleName: string },
  ) => NativeGrammar
  readonly AddonGrammarEvaluationState: {
    new (model: NativeModel, grammar: NativeGrammar): GrammarState
    /** A copy. */
    new (state: GrammarState): GrammarState
  }
  readonly AddonJinjaRenderer: new (template: string) => { render(items: object): string }
  setLogger(logger: (level: number, message: string) => void): void
  loadBackends(folder: string): void
  init(): Promise<void>
  systemInfo(): string
}

export interface NativeModel {
  init(): Promise<boolean>
  tokenize(text: string, special: boolean): Uint32Array
  detokenize(tokens: Uint32Array, special: boolean): string
  tokenBos(): number
  getTokenString(token: number): string
  isEogToken(token: number): boolean
  shouldPrependBosToken(): boolean
}

export interface NativeContext {
  init(): Promise<boolean>
  initBatch(tokens: number): void
  addToBatch(sequence: number, position: number, tokens: Uint32Array, withLogits: Uint32Array): Uint32Array
  decodeBatch(): Promise<void>
  sampleToken(logits: number, sampler: NativeSampler): Promise<number>
  disposeSequence(sequence: number): void
  /** False where the model can't forget a part. */
  removeTokenCellsFromSequence(sequence: number, from: number, to: number): boolean
}

export interface SamplerSettings {
  readonly temperature: number
  readonly topP?: number
  readonly topK?: number
  readonly seed: number
  readonly repeatPenaltyTokens?: Uint32Array
  readonly repeatPenaltyMaxTokens?: number
  readonly repeatPenaltyPresencePenalty?: number
  readonly repeatPenaltyFrequencyPenalty?: number
  readonly grammarEvaluationState?: GrammarState
}

export interface NativeSampler {
  applyConfig(settings: SamplerSettings): void
}

export type NativeGrammar = object & { readonly __grammar: never }
export type GrammarState = object & { readonly __grammarState: never }

const forGpu: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': ['linux-x64-cuda', 'linux-x64-vulkan'],
  'darwin-arm64': ['mac-arm64-metal'],
}
const forProcessor: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': ['linux-x64'],
  'linux-arm64': ['linux-arm64'],
  'darwin-arm64': ['mac-arm64-metal'],
  'darwin-x64': ['mac-x64'],
}

/** The build for a GPU is taken where one is wanted and installed; the processor does it elsewhere. */
export async function loadBinding(wantsGpu: boolean): Promise<Binding> {
  const platform = `${process.platform}-${process.arch}`
  const builds = [...(wantsGpu ? (forGpu[platform] ?? []) : []), ...(forProcessor[platform] ?? [])]
  for (const build of builds) {
    const folder = await folderOf(build)
    if (folder === undefined) continue
    const binding = createRequire(import.meta.url)(join(folder, 'llama-addon.node')) as Binding
    binding.setLogger(() => {})
    // Of the libraries in there it takes the one for this very processor.
    binding.loadBackends(folder)
    await binding.init()
    return binding
  }
  throw new Error(`no build of llama.cpp is installed for ${platform} (looked for ${builds.join(', ') || 'none'})`)
}

async function folderOf(build: string): Promise<string | undefined> {
  try {
    const { getBinsDir } = (await import(`@node-llama-cpp/${build}`)) as { getBinsDir(): { binsDir: string } }
    return join(getBinsDir().binsDir, build)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
