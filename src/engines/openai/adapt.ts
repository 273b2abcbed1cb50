import type { ChatField } from './chat/chat-fields.ts'
import type { Refusal } from './refusal.ts'
import { refusedField } from './refused-field.ts'
import type { Upstream } from './upstream.ts'

/**
 * Learns from a refusal what to leave out. What the server never takes is remembered for it; what it refused only this
 * time goes into `leftOut`. False when there is nothing to be changed.
 */
export function adapt(upstream: Upstream, refusal: Refusal, sent: string, leftOut: Set<ChatField>): boolean {
  const refused = refusedField(refusal, sent)
  if (refused) {
    const { field, always } = refused
    if (field === 'max_tokens') {
      upstream.limitField = 'max_completion_tokens'
      return true
    }
    const known = always ? upstream.refused : leftOut
    if (known.has(field)) return false
    known.add(field)
    return true
  }
  // A server that has never taken a request of ours may mind what we add to all of them, and not say so.
  const mayMind = (refusal.status === 400 || refusal.status === 422) && !upstream.hasAccepted
  if (!mayMind || !sent.includes('"stream_options":')) return false
  leftOut.add('stream_options')
  return true
}
