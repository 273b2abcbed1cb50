import Type from 'typebox'
import { optional, tagged } from '../wire-schema.ts'

const TextPart = Type.Object({ type: Type.Literal('text'), text: Type.String() })
const ImagePart = Type.Object({
  type: Type.Literal('image_url'),
  image_url: Type.Object({
    url: Type.String({ minLength: 1, description: 'http(s) URL or data URI' }),
    detail: optional(Type.Enum(['low', 'high', 'auto'])),
  }),
})

const CountedMessage = tagged('role', [
  Type.Object({ role: Type.Literal('system'), content: Type.String() }),
  Type.Object({
    role: Type.Literal('user'),
    content: Type.Union([Type.String(), Type.Array(tagged('type', [TextPart, ImagePart]), { minItems: 1 })]),
  }),
  Type.Object({ role: Type.Literal('assistant'), content: optional(Type.String()) }),
])
export type CountedMessage = Type.Static<typeof CountedMessage>

export const TokenCountRequest = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(CountedMessage, { minItems: 1 }),
})
export type TokenCountRequest = Type.Static<typeof TokenCountRequest>

export const TokenCount = Type.Object({ data: Type.Object({ total_tokens: Type.Integer() }) })
export type TokenCount = Type.Static<typeof TokenCount>
