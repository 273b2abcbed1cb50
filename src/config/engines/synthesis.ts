import { Type } from 'typebox'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { systemVoices } from '../../core/system-voices.ts'
import { defineEngine, readShared, type SharedConfig, sharedKeys } from './engine-definition.ts'

const ids = systemVoices.map(({ id }) => id)
const qualities = ['fast', 'studio'] as const

export interface SynthesisConfig extends SharedConfig {
  readonly engine: 'synthesis'
  readonly capability: 'speech'
  /** Which family of voices speaks. */
  readonly quality?: (typeof qualities)[number]
  /** The same for single voices. */
  readonly voices?: Readonly<Record<string, (typeof qualities)[number]>>
  /** The voices are loaded at the start. */
  readonly preload?: boolean
  readonly threads?: number
  /** Seconds without work after which the voices leave memory; 0: never. */
  readonly idleSeconds?: number
}

const SynthesisSchema = Type.Object(
  {
    engine: Type.Literal('synthesis'),
    quality: Type.Optional(Type.Enum(qualities)),
    voices: Type.Optional(
      Type.Record(
        Type.String({ pattern: `^(?:${ids.join('|')}|voice-tone-[^\\s\\0]{1,117})$` }),
        Type.Enum(qualities),
        {
          additionalProperties: false,
          accepts: `ids of system voices (${ids.join(', ')}) or of cloned ones (voice-tone-…), each with "fast" or "studio"`,
        },
      ),
    ),
    preload: Type.Optional(Type.Boolean()),
    threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
    idle_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
    ...sharedKeys,
  },
  { additionalProperties: false },
)

/** The voices that come with Medley. */
export const synthesis = defineEngine(['speech'], SynthesisSchema, (entry): SynthesisConfig => {
  return {
    engine: 'synthesis',
    capability: 'speech',
    ...omitUndefined({
      quality: entry.quality,
      voices: entry.voices && Object.setPrototypeOf({ ...entry.voices }, null),
      preload: entry.preload,
      threads: entry.threads,
      idleSeconds: entry.idle_seconds,
    }),
    ...readShared(entry),
  }
})
