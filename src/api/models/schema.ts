import Type from 'typebox'

export const Model = Type.Object({
  id: Type.String(),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'Unix seconds' }),
  owned_by: Type.String(),
  description: Type.Optional(Type.String({ description: 'What it is, where that is known' })),
})
export type Model = Type.Static<typeof Model>

export const ModelList = Type.Object({ object: Type.Literal('list'), data: Type.Array(Model) })
export type ModelList = Type.Static<typeof ModelList>

export const ModelPath = Type.Object({ model: Type.String() })
export type ModelPath = Type.Static<typeof ModelPath>
