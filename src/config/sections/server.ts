import { Type } from 'typebox'
import { defineSection } from '../section.ts'

export interface ServerConfig {
  /** How long a client may take to send the head of a request. */
  readonly headerSeconds: number
  /** How long an upload may stand still. */
  readonly uploadIdleSeconds: number
  /** How long running streams get when the server is told to stop. */
  readonly stopSeconds: number
}

const ServerSchema = Type.Object(
  {
    header_seconds: Type.Optional(Type.Number({ minimum: 1, maximum: 300 })),
    upload_idle_seconds: Type.Optional(Type.Number({ minimum: 1, maximum: 3600 })),
    stop_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 3600 })),
  },
  { additionalProperties: false },
)

export const server = defineSection(
  ServerSchema,
  (value): ServerConfig => ({
    headerSeconds: value?.header_seconds ?? 20,
    uploadIdleSeconds: value?.upload_idle_seconds ?? 30,
    stopSeconds: value?.stop_seconds ?? 20,
  }),
)
