import Type, { type Static, type TObject, type TSchema } from 'typebox'

/** A field that may be left out or be null: client libraries send either for "not set". */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

/** A union told apart by one field, so that an error names the one thing that is wrong. */
export function tagged<T extends TObject[]>(tag: string, branches: [...T], description?: string) {
  return Type.Unsafe<Static<T[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: branches,
    ...(description !== undefined && { description }),
  })
}

/** A JSON Schema of the caller's. */
export const JsonSchemaObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description: 'A JSON Schema',
})
