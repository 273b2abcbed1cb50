import Type from 'typebox'

export const NewVectorStore = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256 }),
  type: Type.Optional(Type.Enum(['text', 'image'])),
})
export type NewVectorStore = Type.Static<typeof NewVectorStore>

export const CreatedVectorStore = Type.Object({ id: Type.String(), name: Type.String() })
export type CreatedVectorStore = Type.Static<typeof CreatedVectorStore>

const Count = Type.Integer()
export const VectorStore = Type.Object({
  id: Type.String(),
  object: Type.Literal('vector_store'),
  created_at: Type.Integer(),
  name: Type.String(),
  type: Type.Enum(['text', 'image']),
  file_counts: Type.Object({ in_progress: Count, completed: Count, failed: Count, cancelled: Count, total: Count }),
})
export type VectorStore = Type.Static<typeof VectorStore>

export const VectorStoreFile = Type.Object({
  id: Type.String(),
  object: Type.Literal('vector_store.file'),
  created_at: Type.Integer(),
  vector_store_id: Type.String(),
  status: Type.Enum(['in_progress', 'completed', 'failed', 'cancelled']),
  description: Type.Optional(Type.String()),
  status_details: Type.Optional(Type.String()),
})
export type VectorStoreFile = Type.Static<typeof VectorStoreFile>

const listEnds = { has_more: Type.Boolean(), first_id: Type.String(), last_id: Type.String() }
export const VectorStoreList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(VectorStore),
  ...listEnds,
})
export type VectorStoreList = Type.Static<typeof VectorStoreList>
export const VectorStoreFileList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(VectorStoreFile),
  ...listEnds,
})
export type VectorStoreFileList = Type.Static<typeof VectorStoreFileList>

export const StorePath = Type.Object({ vector_store_id: Type.String() })
export type StorePath = Type.Static<typeof StorePath>
export const StoreFilePath = Type.Object({ vector_store_id: Type.String(), file_id: Type.String() })
export type StoreFilePath = Type.Static<typeof StoreFilePath>

export const AddedFiles = Type.Object({
  files: Type.Array(
    Type.Object({
      file_id: Type.String({ minLength: 1 }),
      description: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    { minItems: 1, maxItems: 100 },
  ),
})
export type AddedFiles = Type.Static<typeof AddedFiles>

export const DeletedVectorStore = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  object: Type.Literal('vector_store.deleted'),
})
export const DeletedVectorStoreFile = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  object: Type.Literal('vector_store.file.deleted'),
})
