import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { IpadicFeatures } from '@patdx/kuromoji'

let tokenize: ((text: string) => readonly IpadicFeatures[]) | undefined
let loading: Promise<void> | undefined

/** Reads the dictionary: a second, and about a hundred megabytes that stay. Only for text that holds Japanese. */
export function loadJapanese(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const { TokenizerBuilder } = await import('@patdx/kuromoji')
  const folder = new URL('../dict/', import.meta.resolve('@patdx/kuromoji'))
  const loader = {
    async loadArrayBuffer(file: string): Promise<ArrayBufferLike> {
      const bytes = gunzipSync(await readFile(new URL(file, folder)))
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    },
  }
  const tokenizer = await new TokenizerBuilder({ loader }).build()
  tokenize = text => tokenizer.tokenize(text)
}

/** The words of a sentence with their readings, or undefined before the dictionary is there. */
export function analyse(text: string): readonly IpadicFeatures[] | undefined {
  return tokenize?.(text)
}
