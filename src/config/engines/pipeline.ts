import { Type } from 'typebox'
import { ModelId } from '../model-id.ts'
import { defineEngine, readShared, type SharedConfig, sharedKeys } from './engine-definition.ts'

export interface PipelineConfig extends SharedConfig {
  readonly engine: 'pipeline'
  readonly capability: 'realtime'
  /** The models that hear, think and speak. */
  readonly recognition: string
  readonly text: string
  readonly speech: string
}

export const pipelineDefaults = {
  recognition: 'svcaudio-2.5-asr-stream',
  text: 'svc-3.7-flash',
  speech: 'svcaudio-2.5-tts',
} as const

const PipelineSchema = Type.Object(
  {
    engine: Type.Literal('pipeline'),
    recognition: Type.Optional(ModelId),
    text: Type.Optional(ModelId),
    speech: Type.Optional(ModelId),
    ...sharedKeys,
  },
  { additionalProperties: false },
)

/** Realtime voice made of other models. */
export const pipeline = defineEngine(
  ['realtime'],
  PipelineSchema,
  (entry): PipelineConfig => ({
    engine: 'pipeline',
    capability: 'realtime',
    recognition: entry.recognition ?? pipelineDefaults.recognition,
    text: entry.text ?? pipelineDefaults.text,
    speech: entry.speech ?? pipelineDefaults.speech,
    ...readShared(entry),
  }),
)
