import Type from 'typebox'
import { optional } from '../wire-schema.ts'

export const responseFormats = ['json', 'text', 'srt', 'vtt'] as const
export type ResponseFormat = (typeof responseFormats)[number]

/** Described, not checked: the parts are read as they stream in. */
export const TranscriptionForm = Type.Object({
  model: Type.String({ description: '`svc-asr`' }),
  response_format: Type.Enum([...responseFormats]),
  file: Type.String({
    format: 'binary',
    description: 'flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm, aac or opus, under 100 MB',
  }),
  hotwords: Type.Optional(
    Type.String({ description: 'A JSON array of words that are likely to be heard; or repeated `hotwords[]` parts' }),
  ),
  language: Type.Optional(Type.String({ description: 'Such as `en` or `zh`; found when not given' })),
  prompt: Type.Optional(Type.String({ description: 'What was said before, or what it is about' })),
})

export const TranscriptionText = Type.Object({ text: Type.String() })

export const mostHotwords = 500
export const longestHotword = 100
export const longestPrompt = 4000

const Hotwords = Type.Union([
  Type.Array(Type.String({ maxLength: longestHotword }), { maxItems: mostHotwords }),
  Type.String({ description: 'The same as JSON text' }),
])

export const SoundFormat = Type.Object({
  type: Type.Enum(['pcm', 'ogg', 'mp3', 'wav', 'm4a']),
  codec: optional(Type.String({ maxLength: 32 })),
  rate: optional(Type.Integer({ minimum: 4000, maximum: 192_000, description: 'Samples a second, for pcm' })),
  bits: optional(Type.Enum([8, 16, 24, 32])),
  channel: optional(Type.Integer({ minimum: 1, maximum: 8 })),
})

export const StreamRequest = Type.Object({
  audio: Type.Object({
    data: Type.String({ minLength: 1, description: 'Base64' }),
    input: Type.Object({
      transcription: Type.Object({
        model: Type.String(),
        language: optional(Type.String({ maxLength: 32 })),
        hotwords: optional(Hotwords),
        prompt: optional(Type.String({ maxLength: longestPrompt })),
        enable_itn: optional(Type.Boolean({ description: 'Numbers as figures; true when not given' })),
        enable_timestamp: optional(Type.Boolean({ description: 'Times of segments and words' })),
      }),
      format: SoundFormat,
    }),
  }),
})
export type StreamRequest = Type.Static<typeof StreamRequest>

const Meta = Type.Object({ session_id: Type.String(), timestamp: Type.Integer({ description: 'Milliseconds' }) })

export const StreamEvent = Type.Union([
  Type.Object({ type: Type.Literal('transcript.text.delta'), meta: Meta, delta: Type.String() }),
  Type.Object({
    type: Type.Literal('transcript.text.done'),
    meta: Meta,
    text: Type.String(),
    usage: Type.Object({
      prompt_tokens: Type.Integer(),
      completion_tokens: Type.Integer(),
      total_tokens: Type.Integer(),
    }),
  }),
  Type.Object({ type: Type.Literal('error'), meta: Meta, message: Type.String() }),
])
