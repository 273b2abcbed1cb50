import { PlatformError } from '../../../core/errors.ts'
import type { Pronunciation, SpeechRequest } from '../../../core/speech.ts'

export const speechFormats = ['wav', 'pcm', 'mp3', 'flac', 'opus'] as const
export type SpeechFormat = (typeof speechFormats)[number]

export interface SpeechStyle {
  /** What the servers call the model. */
  readonly model: string
  readonly voices: Readonly<Record<string, string>>
  readonly format: SpeechFormat
}

const slowest = 0.25
const fastest = 4

export function speechBody(request: SpeechRequest, { model, voices, format }: SpeechStyle): string {
  const { manner, speed, pronunciations } = request
  return JSON.stringify({
    model,
    input: respelled(request.text, pronunciations),
    voice: voiceFor(request, voices),
    response_format: format,
    speed: Math.min(fastest, Math.max(slowest, speed * manner.pace)),
    ...(manner.instruction !== undefined && { instructions: manner.instruction }),
  })
}

function voiceFor({ model, voice }: SpeechRequest, voices: Readonly<Record<string, string>>): string {
  const mapped = Object.hasOwn(voices, voice.id) ? voices[voice.id] : undefined
  if (mapped !== undefined) return mapped
  if (voice.kind === 'system') return voice.id
  throw new PlatformError(
    'voice_id_invalid',
    `"${voice.id}" is a cloned voice, and the server behind "${model}" can't speak in those; accepted: a system voice, or a voice that its "voices" in medley.yaml name.`,
    { param: 'voice' },
  )
}

/** The server has no field for it: the text itself is changed. Syllables with tone digits are for voices that read them. */
function respelled(text: string, pronunciations: readonly Pronunciation[]): string {
  return pronunciations
    .filter(({ spoken }) => !/[a-z]+[1-5]\b/i.test(spoken))
    .reduce((changed, { written, spoken }) => changed.replaceAll(written, spoken), text)
}
