import { Type } from 'typebox'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { defineEngine, FilePath, readShared, type SharedConfig, sharedKeys } from './engine-definition.ts'

export interface LlamaConfig extends SharedConfig {
  readonly engine: 'llama'
  readonly capability: 'text'
  /** A GGUF file, or a name of the catalogue; with neither, the model that comes with Medley. */
  readonly file?: string
  readonly name?: string
  /** The projector of a model that sees. */
  readonly mmproj?: string
  readonly context?: number
  readonly slots?: number
  /** Whether a GPU is used, or how many layers are put on it. */
  readonly gpu?: boolean | number
}

const acceptedGpu = 'true, false, or the number of layers to put on it, from 0 to 1000'

const LlamaSchema = Type.Object(
  {
    engine: Type.Literal('llama'),
    file: Type.Optional(FilePath),
    name: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9._:/-]{1,128}$', accepts: 'a name that "medley models list" shows' }),
    ),
    mmproj: Type.Optional(FilePath),
    context: Type.Optional(Type.Integer({ minimum: 128, maximum: 10_000_000 })),
    slots: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
    gpu: Type.Optional(
      Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 1000, accepts: acceptedGpu })], {
        accepts: acceptedGpu,
      }),
    ),
    ...sharedKeys,
  },
  {
    additionalProperties: false,
    exclusive: ['file', 'name'],
    // A model that sees writes one answer at a time.
    allOf: [{ type: 'object', exclusive: ['mmproj', 'slots'] }],
  },
)

/** A language model in this process. */
export const llama = defineEngine(['text'], LlamaSchema, (entry, context): LlamaConfig => {
  return {
    engine: 'llama',
    capability: 'text',
    ...omitUndefined({
      file: entry.file === undefined ? undefined : context.resolvePath(entry.file),
      name: entry.name,
      mmproj: entry.mmproj === undefined ? undefined : context.resolvePath(entry.mmproj),
      context: entry.context,
      slots: entry.slots,
      gpu: entry.gpu,
    }),
    ...readShared(entry),
  }
})
