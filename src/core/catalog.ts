/** What a set of weights is for. */
export const weightsCapabilities = [
  'text',
  'vision',
  'embeddings',
  'speech',
  'recognition',
  'detector',
  'image',
  'music',
  'documents',
  'moderation',
] as const
export type WeightsCapability = (typeof weightsCapabilities)[number]

/** A file within one exact version of an npm package; `path` is without the leading `package/`. */
export interface PackageFile {
  readonly name: string
  readonly version: string
  readonly path: string
}

export type WeightsSource =
  /** More than one part: they are joined in this order. */
  | { readonly kind: 'npm'; readonly parts: readonly PackageFile[] }
  | { readonly kind: 'huggingface'; readonly repository: string; readonly revision: string; readonly path: string }
  /** An absolute path within the checkout. */
  | { readonly kind: 'repository'; readonly file: string }

export interface WeightsFile {
  /** Relative to the folder of the entry, with `/`. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly sources: readonly WeightsSource[]
}

export interface WeightsEntry {
  readonly name: string
  readonly capability: WeightsCapability
  readonly description: string
  readonly licence: string
  readonly upstream: string
  /** Fetched by the first start. */
  readonly starter: boolean
  /** Of the text models that are there, the highest serves the public ids; without one it must be asked for by name. */
  readonly rank?: number
  readonly files: readonly WeightsFile[]
}

export type Catalog = ReadonlyMap<string, WeightsEntry>

export function bytesOf(entry: WeightsEntry): number {
  return entry.files.reduce((sum, { bytes }) => sum + bytes, 0)
}
