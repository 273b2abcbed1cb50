import type { OutputItem, OutputText, ReasoningText, ResponseObject } from './schema-response.ts'

interface OfItem {
  item_id: string
  output_index: number
}
interface OfPart extends OfItem {
  content_index: number
}

/** What a stream says, before it is numbered. */
export type ResponseEvent =
  | { type: 'response.created' | 'response.in_progress'; response: ResponseObject }
  | { type: 'response.output_item.added' | 'response.output_item.done'; output_index: number; item: OutputItem }
  | ({ type: ReasoningPartName; part: ReasoningText } & OfPart)
  | ({ type: 'response.reasoning_text.delta'; delta: string } & OfPart)
  | ({ type: 'response.reasoning_text.done'; text: string } & OfPart)
  | ({ type: 'response.content_part.added' | 'response.content_part.done'; part: OutputText } & OfPart)
  | ({ type: 'response.output_text.delta'; delta: string } & OfPart)
  | ({ type: 'response.output_text.done'; text: string } & OfPart)
  | ({ type: 'response.function_call_arguments.delta'; delta: string } & OfItem)
  | ({ type: 'response.function_call_arguments.done'; name: string; arguments: string } & OfItem)
  | LastEvent

export interface LastEvent {
  type: 'response.completed' | 'response.incomplete' | 'response.failed'
  response: ResponseObject
}

/** Told apart by the prefix only; see `ResponseStyle.reasoningPart`. */
export type ReasoningPartPrefix = 'response.reasoning_part' | 'response.content_part'
type ReasoningPartName = `${ReasoningPartPrefix}.${'added' | 'done'}`

/** The connection broke, rather than the generation. */
export interface ErrorEvent {
  type: 'error'
  code: string
  message: string
  param: string | null
  error: { type: string; code: string; message: string; param: string | null }
}
