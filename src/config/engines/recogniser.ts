import { Type } from 'typebox'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { defineEngine, readShared, type SharedConfig, sharedKeys } from './engine-definition.ts'

const names = ['moonshine-tiny', 'whisper-tiny', 'whisper-base', 'whisper-small'] as const
const qualities = ['fast', 'usual', 'best'] as const

export interface RecogniserConfig extends SharedConfig {
  readonly engine: 'recogniser'
  readonly capability: 'recognition'
  /** How much time a word may cost; absent, whoever asks decides. */
  readonly quality?: (typeof qualities)[number]
  /** One network of the catalogue for everything. */
  readonly name?: (typeof names)[number]
  readonly threads?: number
}

const RecogniserSchema = Type.Object(
  {
    engine: Type.Literal('recogniser'),
    quality: Type.Optional(Type.Enum(qualities)),
    name: Type.Optional(Type.Enum(names)),
    threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
    ...sharedKeys,
  },
  { additionalProperties: false, exclusive: ['quality', 'name'] },
)

/** Recognition in this process. */
export const recogniser = defineEngine(
  ['recognition'],
  RecogniserSchema,
  (entry): RecogniserConfig => ({
    engine: 'recogniser',
    capability: 'recognition',
    ...omitUndefined({ quality: entry.quality, name: entry.name, threads: entry.threads }),
    ...readShared(entry),
  }),
)
