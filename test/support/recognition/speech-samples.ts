import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SoundStudio } from '../../../src/media/sound/studio/studio.ts'

/** Recordings of real voices and noises, which lie beside the checkout where there are any. */
const folder = new URL('../../../../shared/samples/speech/', import.meta.url)

export interface SpeechSample {
  readonly file: string
  /** Null where nobody has written down what is said. */
  readonly text: string | null
  readonly language: string | null
  readonly seconds: number
  readonly kind: 'speech' | 'noise' | 'clone-source'
}

export const hasSamples = existsSync(new URL('manifest.json', folder))

export function speechSamples(): SpeechSample[] {
  return hasSamples ? JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) : []
}

export async function soundOf(studio: SoundStudio, { file }: Pick<SpeechSample, 'file'>): Promise<Float32Array> {
  const pieces: Float32Array[] = []
  const { signal } = new AbortController()
  for await (const piece of studio.decode(fileURLToPath(new URL(file, folder)), { rate: 16_000, signal }))
    pieces.push(piece)
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    samples.set(piece, at)
    at += piece.length
  }
  return samples
}
