/** One endpoint as the server's own description shows it. */
export interface Operation {
  readonly method: string
  /** With its parameters in braces: `/v1/files/{file_id}`. */
  readonly path: string
  readonly query: Readonly<Record<string, Schema>>
  readonly body: { readonly contentType: string; readonly schema: Schema } | undefined
  readonly needsKey: boolean
}

export type Schema = Readonly<Record<string, unknown>>

export interface Description {
  readonly paths: Record<string, Record<string, DescribedOperation>>
  readonly components?: Schema
}

interface DescribedOperation {
  readonly parameters?: readonly { in: string; name: string; schema: Schema }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
  readonly security?: readonly unknown[]
}

/** Endpoints come from the running server, so that one added later is covered without a line here. */
export function operationsOf(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { parameters = [], requestBody, security }]) => {
      const [content] = Object.entries(requestBody?.content ?? {})
      const query = parameters.filter(parameter => parameter.in === 'query')
      return {
        method: method.toUpperCase(),
        path,
        query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        body: content && { contentType: content[0], schema: standingAlone(content[1].schema, description) },
        needsKey: security?.length !== 0,
      }
    }),
  )
}

/** References point into the description's components: each schema takes them along. */
function standingAlone(schema: Schema, { components }: Description): Schema {
  return components ? { ...schema, components } : schema
}
