import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DecoderShape } from './decoding/cached-decoder.ts'

/** Control tokens of the multilingual models. */
export const whisperTokens = {
  end: 50_257,
  start: 50_258,
  firstLanguage: 50_259,
  transcribe: 50_359,
  previous: 50_361,
  noSpeech: 50_362,
  noTimestamps: 50_363,
} as const

export interface WhisperSettings extends DecoderShape {
  readonly width: number
  readonly languages: Readonly<Record<string, number>>
  readonly banned: readonly number[]
  readonly bannedFirst: readonly number[]
  /** What stands before a text that nothing else stands before, by language. */
  readonly opening: Readonly<Record<string, string>>
}

interface Config {
  readonly d_model: number
  readonly decoder_layers: number
  readonly decoder_attention_heads: number
  readonly vocab_size: number
}

interface Generation {
  readonly alignment_heads: readonly (readonly [number, number])[]
  readonly suppress_tokens: readonly number[]
  readonly begin_suppress_tokens: readonly number[]
  readonly lang_to_id: Readonly<Record<string, number>>
}

export async function readSettings(folder: string): Promise<WhisperSettings> {
  const config: Config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'))
  const generation: Generation = JSON.parse(await readFile(join(folder, 'generation_config.json'), 'utf8'))
  const languages = Object.entries(generation.lang_to_id).map(([name, token]) => [name.slice(2, -2), token])
  return {
    width: config.d_model,
    layers: config.decoder_layers,
    heads: config.decoder_attention_heads,
    headWidth: config.d_model / config.decoder_attention_heads,
    vocabulary: config.vocab_size,
    alignmentHeads: generation.alignment_heads,
    languages: Object.fromEntries(languages),
    banned: generation.suppress_tokens.filter(token => token !== whisperTokens.end),
    bannedFirst: generation.begin_suppress_tokens,
    // Without it, some of the Mandarin comes in traditional characters and without punctuation.
    opening: { zh: '以下是普通话的句子，有标点。' },
  }
}
