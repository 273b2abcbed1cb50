import Type from 'typebox'

export const Weights = Type.Object({
  name: Type.String(),
  object: Type.Literal('weights'),
  capability: Type.String({ description: 'What they are for' }),
  description: Type.String(),
  licence: Type.String(),
  upstream: Type.String({ description: 'Where they come from' }),
  starter: Type.Boolean({ description: 'Whether the first start fetches them' }),
  state: Type.Enum(['ready', 'arriving', 'absent']),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  bytes: Type.Integer({ description: 'Of all their files' }),
  failure: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt to fetch them failed' }),
})
export type Weights = Type.Static<typeof Weights>

export const WeightsList = Type.Object({ object: Type.Literal('list'), data: Type.Array(Weights) })
export type WeightsList = Type.Static<typeof WeightsList>

export const WeightsPath = Type.Object({ name: Type.String() })
export type WeightsPath = Type.Static<typeof WeightsPath>
