import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PlatformError } from '../../../src/core/errors.ts'
import type { Sound } from '../../../src/core/sound.ts'
import { plainManner, type SpeechEngine, type SpeechRequest } from '../../../src/core/speech.ts'
import type { Weights } from '../../../src/core/weights.ts'

const folder = process.env.MEDLEY_WEIGHTS ?? ''
const repository = new URL('../../../', import.meta.url).pathname
const folders: Readonly<Record<string, string>> = {
  'kokoro-82m': join(folder, 'kokoro-82m'),
  'speaker-encoder': join(repository, 'models/speaker-encoder'),
}

export const listenerFolder = join(repository, 'models/speaker-encoder')
export const hasWeights = folder !== '' && existsSync(join(folder, 'kokoro-82m/kokoro.onnx'))
export const whyNot = 'needs kokoro-82m: medley models pull kokoro-82m, and its folder in MEDLEY_WEIGHTS'

export const weights: Weights = {
  folder(name) {
    const path = folders[name]
    if (path === undefined) throw new PlatformError('service_unavailable', `${name} is not here`)
    return path
  },
  state: name => ({ state: 'ready', folder: weights.folder(name) }),
}

export const sentence = (text: string, voice = 'lively-girl', more: Partial<SpeechRequest> = {}): SpeechRequest => ({
  model: 'svc-tts-2',
  text,
  voice: { kind: 'system', id: voice },
  speed: 1,
  manner: plainManner,
  pronunciations: [],
  seed: 1,
  ...more,
})

export async function say(speech: SpeechEngine, request: SpeechRequest): Promise<Sound> {
  const pieces: Sound[] = []
  for await (const piece of speech.speak(request, new AbortController().signal)) pieces.push(piece)
  const samples = Float32Array.from(pieces.flatMap(piece => [...piece.samples]))
  return { samples, rate: pieces[0]?.rate ?? 0 }
}

/** Any file that ffmpeg reads. */
export function recordingOf(file: string): Sound {
  const options = { maxBuffer: 2 ** 28 }
  const bytes = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-ac', '1', '-ar', '24000', '-f', 'f32le', '-'],
    options,
  )
  return {
    samples: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
    rate: 24_000,
  }
}
