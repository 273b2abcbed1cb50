import Type from 'typebox'
import { optional } from '../wire-schema.ts'

const Label = optional(Type.String({ maxLength: 64 }))

const Rules = Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 200 })])
const PronunciationRules = Type.Object({
  tone: Type.Unsafe<string | string[]>({
    ...Rules,
    description: 'Rules such as "阿胶/e1 jiao1": the text, and how it is said',
  }),
})

export const sampleRates = [8000, 16_000, 22_050, 24_000, 48_000] as const

export const SpeechRequest = Type.Object({
  model: Type.String({
    minLength: 1,
    description: 'svcaudio-2.5-tts, svc-tts-2, svc-tts-vivid (deprecated), or a configured one',
  }),
  input: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'With svcaudio-2.5-tts, text in parentheses is an instruction and is not spoken',
  }),
  voice: Type.String({ minLength: 1, description: "A system voice, or one of the project's cloned voices" }),
  response_format: optional(Type.Enum(['wav', 'mp3', 'flac', 'opus', 'pcm'], { description: 'Default mp3' })),
  speed: optional(Type.Number({ minimum: 0.5, maximum: 2, description: 'Default 1' })),
  volume: optional(Type.Number({ minimum: 0.1, maximum: 2, description: 'Default 1' })),
  voice_label: optional(
    Type.Object(
      { language: Label, emotion: Label, style: Label },
      { description: 'One of the three, by its Chinese or English name; not for svcaudio-2.5-tts' },
    ),
  ),
  instruction: optional(
    Type.String({ maxLength: 200, description: 'How it is to be said, in words; for svcaudio-2.5-tts only' }),
  ),
  sample_rate: optional(
    Type.Integer({ enum: [...sampleRates], description: 'Default 24000; opus at 22050 becomes 48000' }),
  ),
  pronunciation_map: optional(Type.Union([Type.Array(PronunciationRules, { maxItems: 200 }), PronunciationRules])),
  stream_format: optional(Type.Enum(['audio', 'sse'], { description: 'Default audio' })),
  markdown_filter: optional(Type.Boolean({ description: "Leaves Markdown's marks out of what is spoken" })),
  return_url: optional(
    Type.Boolean({ description: 'A link that is good for 12 hours instead of the bytes; not with sse' }),
  ),
})
export type SpeechRequest = Type.Static<typeof SpeechRequest>

export const SpeechLink = Type.Object({
  created: Type.Integer(),
  data: Type.Object({ url: Type.String() }),
})
export type SpeechLink = Type.Static<typeof SpeechLink>

/** One event of a stream. */
export const SpeechEvent = Type.Object({
  type: Type.Enum(['speech.audio.delta', 'speech.audio.done', 'speech.audio.error']),
  audio: Type.String({ description: 'Base64; joined, the chunks are the whole file' }),
  message: Type.Optional(Type.String()),
  error: Type.Optional(Type.Object({ message: Type.String(), type: Type.String() })),
})
export type SpeechEvent = Type.Static<typeof SpeechEvent>
