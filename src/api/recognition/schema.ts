import Type from 'typebox'
import { optional, tagged } from '../wire-schema.ts'

const Text = (most: number) => Type.String({ maxLength: most })

export const StreamQuery = Type.Object({
  model: Type.Optional(Type.String({ description: '`svcaudio-2.5-asr-stream` when not given' })),
})
export type StreamQuery = Type.Static<typeof StreamQuery>

export const SoundFormat = Type.Object({
  type: Type.Enum(['pcm', 'ogg']),
  codec: optional(Type.String({ maxLength: 32 })),
  rate: optional(Type.Integer({ minimum: 4000, maximum: 192_000 })),
  bits: optional(Type.Enum([8, 16, 24, 32])),
  channel: optional(Type.Integer({ minimum: 1, maximum: 8 })),
})
export type SoundFormat = Type.Static<typeof SoundFormat>

export const TurnDetectionSchema = Type.Object({
  type: Type.Literal('server_vad'),
  silence_duration_ms: optional(Type.Integer({ minimum: 32, maximum: 10_000 })),
  threshold: optional(Type.Number({ minimum: 0, maximum: 1 })),
})

export const AudioInput = Type.Object({
  format: optional(SoundFormat),
  transcription: optional(
    Type.Object({
      model: optional(Text(200)),
      language: optional(Text(32)),
      prompt: optional(Text(4000)),
      full_rerun_on_commit: optional(Type.Boolean()),
      enable_itn: optional(Type.Boolean()),
    }),
  ),
  turn_detection: Type.Optional(Type.Union([TurnDetectionSchema, Type.Null()])),
})
export type AudioInput = Type.Static<typeof AudioInput>

const eventId = Type.Optional(Text(512))

export const SessionUpdate = Type.Object({
  type: Type.Literal('session.update'),
  event_id: eventId,
  session: Type.Object({ audio: optional(Type.Object({ input: optional(AudioInput) })) }),
})

export const Append = Type.Object({
  type: Type.Literal('input_audio_buffer.append'),
  event_id: eventId,
  audio: Type.String(),
})

export const Commit = Type.Object({ type: Type.Literal('input_audio_buffer.commit'), event_id: eventId })

/** Everything that a caller may send over the socket. */
export const ClientMessage = tagged('type', [SessionUpdate, Append, Commit])
export type ClientMessage = Type.Static<typeof ClientMessage>
