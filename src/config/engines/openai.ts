import { Type } from 'typebox'
import type { Capability } from '../../core/models.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { parseHttpAddress } from '../addresses.ts'
import { acceptedHttpAddress, HttpAddress } from '../http-address.ts'
import { defineEngine, readShared, type SharedConfig, sharedKeys } from './engine-definition.ts'

const speechFormats = ['wav', 'pcm', 'mp3', 'flac', 'opus'] as const
const serves = ['text', 'speech', 'recognition', 'image'] as const satisfies Capability[]

export interface OpenaiConfig extends SharedConfig {
  readonly engine: 'openai'
  readonly capability: Capability
  /** Base addresses without a slash at their ends; more than one are balanced. */
  readonly urls: readonly string[]
  readonly timeoutSeconds: number
  readonly idleSeconds: number
  /** What the server calls the model. */
  readonly model?: string
  readonly key?: string
  /** A path that is asked to learn whether the server is well; false: it is never asked. */
  readonly health?: string | false
  readonly vision?: boolean
  readonly audio?: boolean
  readonly video?: boolean
  /** Our voice id → the server's. */
  readonly voices?: Readonly<Record<string, string>>
  /** What the server gives speech in. */
  readonly format?: (typeof speechFormats)[number]
  /** Whether a speech model does what instructions say. */
  readonly instructions?: boolean
}

const name = (longest: number) =>
  Type.String({ minLength: 1, maxLength: longest, accepts: `text of 1 to ${longest} characters` })

const OpenaiSchema = Type.Object(
  {
    engine: Type.Literal('openai'),
    url: Type.Union(
      [
        HttpAddress,
        Type.Array(HttpAddress, {
          minItems: 1,
          maxItems: 64,
          uniqueItems: true,
          accepts: 'a list of 1 to 64 addresses',
        }),
      ],
      { accepts: `${acceptedHttpAddress}, or a list of them` },
    ),
    model: Type.Optional(name(512)),
    key: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,8192}$',
        secret: true,
        accepts: '1 to 8192 printable ASCII characters without spaces',
      }),
    ),
    timeout_seconds: Type.Optional(Type.Number({ minimum: 1, maximum: 86_400 })),
    idle_seconds: Type.Optional(Type.Number({ minimum: 1, maximum: 86_400 })),
    health: Type.Optional(
      Type.Union(
        [
          Type.String({ pattern: '^/[\\x21-\\x7e]{0,511}$', accepts: 'a path such as /health, or false' }),
          Type.Literal(false),
        ],
        { accepts: 'a path such as /health, or false' },
      ),
    ),
    capability: Type.Optional(Type.Enum(serves)),
    vision: Type.Optional(Type.Boolean()),
    audio: Type.Optional(Type.Boolean()),
    video: Type.Optional(Type.Boolean()),
    voices: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^\\s\\0]{1,128}$' }), name(256), {
        additionalProperties: false,
        accepts: 'voice ids of 1 to 128 characters without spaces, each with the name that the server knows it by',
      }),
    ),
    format: Type.Optional(Type.Enum(speechFormats)),
    instructions: Type.Optional(Type.Boolean()),
    ...sharedKeys,
  },
  { additionalProperties: false },
)

/** Any server that speaks OpenAI's protocol. */
export const openai = defineEngine(serves, OpenaiSchema, (entry, { capability }): OpenaiConfig => {
  const urls = typeof entry.url === 'string' ? [entry.url] : entry.url
  return {
    engine: 'openai',
    capability,
    urls: urls.map(url => parseHttpAddress(url) ?? url),
    timeoutSeconds: entry.timeout_seconds ?? 600,
    idleSeconds: entry.idle_seconds ?? 120,
    ...omitUndefined({
      model: entry.model,
      key: entry.key,
      health: entry.health,
      vision: entry.vision,
      audio: entry.audio,
      video: entry.video,
      format: entry.format,
      instructions: entry.instructions,
      voices: entry.voices && Object.setPrototypeOf({ ...entry.voices }, null),
    }),
    ...readShared(entry),
  }
})
