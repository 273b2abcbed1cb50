import Type from 'typebox'
import { families } from '../../core/keys.ts'

const name = Type.String({ minLength: 1, maxLength: 100 })
const limit = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
const scopes = Type.Array(Type.Enum(families.filter(family => family !== 'admin')), { minItems: 1, uniqueItems: true })

export const Project = Type.Object({
  id: Type.String(),
  object: Type.Literal('project'),
  name: Type.String(),
  created_at: Type.Integer(),
})
export type Project = Type.Static<typeof Project>
export const ProjectList = Type.Object({ object: Type.Literal('list'), data: Type.Array(Project) })
export type ProjectList = Type.Static<typeof ProjectList>

export const NewKey = Type.Object({
  name,
  project: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'By name; made when there is none' }),
  ),
  admin: Type.Optional(Type.Boolean()),
  scopes: Type.Optional(scopes),
  requests_per_minute: Type.Optional(limit),
  concurrent_requests: Type.Optional(limit),
  requests_per_month: Type.Optional(limit),
})
export type NewKey = Type.Static<typeof NewKey>

const nullable = Type.Union([Type.Integer(), Type.Null()])
export const Key = Type.Object({
  id: Type.String(),
  object: Type.Literal('key'),
  project_id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'The beginning of the secret' }),
  admin: Type.Boolean(),
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()]),
  requests_per_minute: nullable,
  concurrent_requests: nullable,
  requests_per_month: nullable,
  created_at: Type.Integer(),
  revoked_at: nullable,
})
export type Key = Type.Static<typeof Key>
export const KeyList = Type.Object({ object: Type.Literal('list'), data: Type.Array(Key) })
export type KeyList = Type.Static<typeof KeyList>
export const CreatedKey = Type.Interface([Key], { secret: Type.String({ description: 'Shown once, here' }) })
export type CreatedKey = Type.Static<typeof CreatedKey>
export const KeyPath = Type.Object({ key_id: Type.String() })
export type KeyPath = Type.Static<typeof KeyPath>

export const ServedModelList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      object: Type.Literal('model'),
      capability: Type.String(),
      engine: Type.String({ description: 'What serves it; "none" when nothing does' }),
      deprecated: Type.Boolean(),
    }),
  ),
})
export type ServedModelList = Type.Static<typeof ServedModelList>

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day such as 2026-11-15' })
export const UsageQuery = Type.Object({
  from: Type.Optional(day),
  to: Type.Optional(day),
  project_id: Type.Optional(Type.String()),
  key_id: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
})
export type UsageQuery = Type.Static<typeof UsageQuery>
export const UsageList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      day: Type.String(),
      project_id: Type.String(),
      key_id: Type.String(),
      family: Type.String(),
      model: Type.String(),
      requests: Type.Integer(),
      failures: Type.Integer(),
      input_tokens: Type.Integer(),
      cached_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
    }),
  ),
})
export type UsageList = Type.Static<typeof UsageList>
