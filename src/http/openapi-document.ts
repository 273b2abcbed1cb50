/** The parts of a generated description that are worked on once all routes are in. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: Components
  tags?: Tag[]
}

export interface Tag {
  name: string
  description: string
  /** What pages show for it; tools go by the name. */
  'x-displayName': string
}

export interface Components {
  schemas: Record<string, Schema>
  responses: Record<string, Response>
}

export interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  /** Absent: the key of the whole document. Empty: none. */
  security?: object[]
  responses: Record<string, Response>
}

export interface Response {
  $ref?: string
  description?: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Record<string, { schema: Schema; example?: unknown }>
}

export type Schema = Record<string, unknown>
