import { Type } from 'typebox'
import { defineSection } from '../section.ts'

export interface FetchConfig {
  /** Hosts and networks that may be fetched from although they are private. */
  readonly allow: readonly string[]
}

const AllowEntry = Type.String({
  format: 'allow-entry',
  accepts: 'a host, a host:port or a network, such as files.lan, files.lan:8080, 10.0.0.5 or 10.0.0.0/8',
})

const FetchSchema = Type.Object(
  {
    allow: Type.Optional(
      Type.Array(AllowEntry, { maxItems: 1000, accepts: 'a list of at most 1000 hosts, host:port pairs and networks' }),
    ),
  },
  { additionalProperties: false },
)

export const fetch = defineSection(FetchSchema, (value): FetchConfig => ({ allow: value?.allow ?? [] }))
