import Type from 'typebox'
import { optional, tagged } from '../wire-schema.ts'

const Detail = optional(Type.Enum(['low', 'high', 'auto']))

function addressOf(description: string) {
  return Type.Union([
    Type.String({ minLength: 1, description }),
    Type.Object({ url: Type.String({ minLength: 1, description }), detail: Detail }),
  ])
}

const InputText = Type.Object({ type: Type.Literal('input_text'), text: Type.String() })
const InputImage = Type.Object({
  type: Type.Literal('input_image'),
  image_url: optional(addressOf('http(s) URL or data URI: jpg, png, webp, static gif')),
  detail: Detail,
  file_id: optional(Type.String()),
})
const InputVideo = Type.Object({
  type: Type.Literal('input_video'),
  video_url: addressOf('http(s) URL of an mp4 under 128 MB, or a data URI'),
  detail: Detail,
})
const InputPart = tagged('type', [InputText, InputImage, InputVideo])
export type InputPart = Type.Static<typeof InputPart>

const AssistantPart = tagged('type', [
  Type.Object({ type: Type.Literal('output_text'), text: Type.String() }),
  Type.Object({ type: Type.Literal('refusal'), refusal: Type.String() }),
  InputText,
])
export type AssistantPart = Type.Static<typeof AssistantPart>

const Message = tagged('role', [
  Type.Object({
    role: Type.Literal('user'),
    content: Type.Union([Type.String(), Type.Array(InputPart, { minItems: 1 })]),
  }),
  Type.Object({
    role: Type.Literal('assistant'),
    content: Type.Union([Type.String(), Type.Array(AssistantPart)]),
  }),
  Type.Object({
    role: Type.Enum(['system', 'developer']),
    content: Type.Union([Type.String(), Type.Array(tagged('type', [InputText]))]),
  }),
])
export type Message = Type.Static<typeof Message>

const FunctionCall = Type.Object({
  type: Type.Literal('function_call'),
  id: optional(Type.String()),
  call_id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  arguments: Type.String({ description: 'JSON text' }),
})

const FunctionCallOutput = Type.Object({
  type: Type.Literal('function_call_output'),
  call_id: Type.String({ minLength: 1, description: 'Of the call that this answers' }),
  output: Type.Union([Type.String(), Type.Array(InputPart)]),
})

const SummaryText = Type.Object({ type: Type.Literal('summary_text'), text: Type.String() })
const ReasoningText = Type.Object({ type: Type.Literal('reasoning_text'), text: Type.String() })
const Reasoning = Type.Object({
  type: Type.Literal('reasoning'),
  id: optional(Type.String()),
  summary: optional(Type.Array(tagged('type', [SummaryText]))),
  content: optional(Type.Array(tagged('type', [ReasoningText]))),
  encrypted_content: optional(Type.String()),
})

const ItemReference = Type.Object({
  type: Type.Literal('item_reference', { description: 'Items are not kept: accepted of reasoning alone' }),
  id: Type.String({ minLength: 1 }),
})

type TypedItem =
  | ({ type: 'message' } & Message)
  | Type.Static<typeof FunctionCall>
  | Type.Static<typeof FunctionCallOutput>
  | Type.Static<typeof Reasoning>
  | Type.Static<typeof ItemReference>
export type InputItem = TypedItem | (Message & { type?: never })

const TypedItem = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    { ...Message, properties: { type: { const: 'message' } }, required: ['type', 'role'] },
    FunctionCall,
    FunctionCallOutput,
    Reasoning,
    ItemReference,
  ],
}

/** An item without `type` is a message. */
export const InputItem = Type.Unsafe<InputItem>({
  if: { required: ['type'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: TypedItem,
  else: Message,
})
