import Type from 'typebox'

export const SystemVoicesQuery = Type.Object({
  model: Type.Optional(Type.String({ description: 'Required; only svcaudio-2.5-tts' })),
})
export type SystemVoicesQuery = Type.Static<typeof SystemVoicesQuery>

export const SystemVoices = Type.Object({
  voices: Type.Array(Type.String()),
  'voices-details': Type.Record(
    Type.String(),
    Type.Object({
      'voice-name': Type.String(),
      'voice-description': Type.String(),
      recommended_scene: Type.String(),
    }),
  ),
})
export type SystemVoices = Type.Static<typeof SystemVoices>

export const Voice = Type.Object({ id: Type.String(), file_id: Type.String(), created_at: Type.Integer() })
export type Voice = Type.Static<typeof Voice>

export const VoiceList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(Voice),
  has_more: Type.Boolean(),
  first_id: Type.String(),
  last_id: Type.String(),
})
export type VoiceList = Type.Static<typeof VoiceList>

export const NewVoice = Type.Object({
  model: Type.String({ minLength: 1 }),
  file_id: Type.String({ minLength: 1, description: 'A file with purpose storage: mp3 or wav, 5 to 10 seconds' }),
  text: Type.Optional(Type.String({ maxLength: 1000, description: 'What the recording says' })),
})
export type NewVoice = Type.Static<typeof NewVoice>

export const CreatedVoice = Type.Object({
  id: Type.String(),
  object: Type.Literal('audio.voice'),
  duplicated: Type.Optional(Type.Literal(true)),
})
export type CreatedVoice = Type.Static<typeof CreatedVoice>

export const VoicePath = Type.Object({ voice_id: Type.String() })
export type VoicePath = Type.Static<typeof VoicePath>

export const DeletedVoice = Type.Object({
  id: Type.String(),
  object: Type.Literal('audio.voice'),
  deleted: Type.Literal(true),
})
export type DeletedVoice = Type.Static<typeof DeletedVoice>
