import { invalid } from './errors.ts'
import type { Message } from './generation.ts'

/** Every tool result answers a call that an assistant made before it. `paramOf` names the field of that message. */
export function assertResultsMatchCalls(messages: readonly Message[], paramOf: (index: number) => string): void {
  if (!messages.some(({ role }) => role === 'tool')) return
  const made = new Set<string>()
  messages.forEach((message, index) => {
    if (message.role === 'assistant') for (const { id } of message.toolCalls) made.add(id)
    if (message.role === 'tool' && !made.has(message.callId)) {
      const param = paramOf(index)
      throw invalid(
        param,
        `"${param}" must be the id of a call that the assistant made before (got "${message.callId}").`,
      )
    }
  })
}
