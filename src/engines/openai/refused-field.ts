import { type ChatField, callersFields, ownFields } from './chat/chat-fields.ts'
import type { Refusal } from './refusal.ts'

const refuses =
  /unrecogni[sz]ed|unknown|unsupported|unexpected|not supported|does(?:n't| not) support|extra[_ ](?:inputs|fields|forbidden)|not permitted/i

export interface RefusedField {
  readonly field: ChatField | 'max_tokens'
  /** False where only this value of it was refused: another one may be taken. */
  readonly always: boolean
}

/** The field of a request that a server says it can't take. A field whose value is merely wrong is the caller's to mend. */
export function refusedField(refusal: Refusal, sent: string): RefusedField | undefined {
  const { status, message, code, param } = refusal
  if (status !== 400 && status !== 422) return undefined
  const said = `${code} ${message} ${param}`
  const named = (field: ChatField) => isIn(sent, field) && mentions(said, field)
  // Whatever is wrong with what we added ourselves, the caller can't mend it.
  const own = ownFields.find(named)
  if (own) return { field: own, always: true }
  if (!refuses.test(said)) return undefined
  if (mentions(said, 'max_completion_tokens') && isIn(sent, 'max_tokens')) return { field: 'max_tokens', always: true }
  const always = code !== 'unsupported_value'
  const field = callersFields.find(named)
  if (field) return { field, always }
  // Ollama and others name the ability instead of the field.
  const isEffort = isIn(sent, 'reasoning_effort') && /\b(?:thinking|reasoning)\b/i.test(message)
  return isEffort ? { field: 'reasoning_effort', always } : undefined
}

function isIn(sent: string, field: string): boolean {
  return sent.includes(`"${field}":`)
}

function mentions(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text)
}
